import { createReceiver } from '@screening-webhooks/core';
import { postgresStore, transactional } from '@screening-webhooks/postgres';
import { databases } from '../databases.mjs';
import { eventOf } from '../inboxes.mjs';
import { readRecord, recorder, stepsOf } from '../record.mjs';
import { until } from '../until.mjs';

const RUNS = 3;
const LIMIT = 60_000;

/**
 * Handlers by name, each with another use of the transaction. `insert(part)` writes a part of the effect, `sql` sends
 * statements, and `nest` runs a nested transaction. `first` is true for the first run of an event. A handler that succeeds has
 * written parts 1 and 2, or the parts in `PARTS`.
 */
const HANDLERS = {
  async nested({ insert, nest }) {
    await nest((inner) => insert(1, inner));
    await insert(2);
  },
  async 'nested, then an error'({ insert, nest, first }) {
    await nest((inner) => insert(1, inner));
    if (first) throw new Error('after the nested transaction');
    await insert(2);
  },
  async 'nested, then kill -9'({ insert, nest, first }) {
    await nest((inner) => insert(1, inner));
    if (first) process.kill(process.pid, 'SIGKILL');
    await insert(2);
  },
  async 'nested, with an error that is caught'({ insert, nest }) {
    const failing = nest(async (inner) => {
      await insert(1, inner);
      throw new Error('in the nested transaction');
    });
    await failing.catch(() => {});
    await insert(2);
  },
  async 'BEGIN and COMMIT'({ insert, sql }) {
    await sql('BEGIN');
    await insert(1);
    await sql('COMMIT');
    await insert(2);
  },
  async 'COMMIT, then an error'({ insert, sql, first }) {
    await insert(1);
    await sql('COMMIT');
    if (first) throw new Error('after the COMMIT');
    await insert(2);
  },
  async 'COMMIT, then kill -9'({ insert, sql, first }) {
    await insert(1);
    await sql('COMMIT');
    if (first) process.kill(process.pid, 'SIGKILL');
    await insert(2);
  },
  async 'COMMIT and BEGIN'({ insert, sql, first }) {
    await insert(1);
    await sql('COMMIT; BEGIN');
    if (first) throw new Error('after the COMMIT');
    await insert(2);
  },
  async ROLLBACK({ insert, sql }) {
    await sql('ROLLBACK');
    await insert(1);
    await insert(2);
  },
};

const PARTS = { 'nested, with an error that is caught': '2' };

/**
 * Handlers end, nest and lose their transaction. Each event is delivered three times. If a delivery succeeds, the effect exists
 * completely and once.
 *
 * @param wrap `transactional`, or a flawed one.
 */
export const nestedTransactions = (database, wrap = transactional) => ({
  name: `nested transactions: ${database.name}`,
  server: database.server,
  mayDie: true,

  async drill(stage) {
    const { port } = await stage.proxy({ latency: 0 });
    const where = { folder: stage.folder, port };
    const { client, query, close } = database.open(where);
    await postgresStore(client).migrate();
    await query('CREATE TABLE effects (event text, part int)');
    // Only one process at a time can open a directory of PGlite.
    await close();

    await stage.start('worker', where);
    const finished = await until(() => stepsOf(stage.entries(), 'end').length > 0, LIMIT);
    const { query: read, close: end } = database.open(where);
    const rows = await read('SELECT event, part FROM effects ORDER BY event, part');
    await end();
    const wrong = Object.keys(HANDLERS).flatMap((id) => {
      const steps = stage.entries().filter(({ event, step }) => event === id && step !== 'start');
      const parts = rows.filter(({ event }) => event === id).map(({ part }) => part);
      const right = parts.join() === (PARTS[id] ?? '1,2');
      if (right || !steps.some(({ step }) => step === 'processed')) return [];
      return `${id}: ${steps.map(({ step }) => step).join(', ')} with parts [${parts}]`;
    });
    return { unfinished: finished ? [] : ['the worker'], 'not exactly once': wrong };
  },

  async worker({ port, folder, record: file, name }) {
    const { client, close } = database.open({ port, folder });
    const record = recorder(file, name);
    const runsOf = (id) => stepsOf(readRecord(file), 'start', id).length;
    const handle = wrap(client, async ({ id }, { tx }) => {
      const sql = (text) => database.run(tx, text);
      const insert = (part, send = sql) => send(`INSERT INTO effects VALUES ('${id}', ${part})`);
      const nest = (body) => database.nest(tx, body);
      await HANDLERS[id]({ insert, sql, nest, first: runsOf(id) === 1 });
    });
    const receiver = createReceiver({ secret: 'whsec', handlers: { '*': handle } });
    void (async () => {
      for (const id of Object.keys(HANDLERS)) {
        while (runsOf(id) < RUNS) {
          record('start', id);
          const { kind } = await receiver.dispatch(eventOf(id, id));
          record(kind, id);
        }
      }
      await close();
      record('end');
    })();
  },
});

export const scenarios = databases.map((database) => nestedTransactions(database));
