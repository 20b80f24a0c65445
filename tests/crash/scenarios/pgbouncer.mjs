import { setTimeout as sleep } from 'node:timers/promises';
import { createReceiver } from '@screening-webhooks/core';
import { postgresStore, transactional } from '@screening-webhooks/postgres';
import { eventOf } from '../inboxes.mjs';
import { openPostgresJs } from '../servers/clients.mjs';

const EVENTS = 200;
const CONNECTIONS = 20;
const LIMIT = 10_000;

/**
 * Transactions of twenty connections share three server connections, which do not know all statements that the client has
 * prepared. If a handler succeeds, its effect exists once.
 *
 * @param wrap `transactional`, or a flawed one.
 */
export const throughPgbouncer = (name, clientOptions, wrap = transactional) => ({
  name: `PgBouncer in transaction mode: ${name}`,
  server: 'pgbouncer',

  async drill(stage) {
    const { port } = await stage.proxy();
    const open = (options) => openPostgresJs(port, { max: CONNECTIONS, ...options });
    const driver = open({ prepare: false });
    await postgresStore(driver, { prepare: false }).migrate();
    await driver.unsafe('CREATE TABLE effects (event text)');

    const client = open(clientOptions);
    // Then only the driver's own COMMIT is prepared.
    const insert = ({ id }, { tx }) =>
      tx.unsafe('INSERT INTO effects VALUES ($1)', [id], { prepare: false });
    const handlers = { '*': wrap(client, insert, clientOptions) };
    const { dispatch } = createReceiver({ secret: 'whsec', handlers });
    const ids = Array.from({ length: EVENTS }, (_, number) => `event ${number}`);
    const succeeded = new Set();
    const dispatching = ids.map(async (id) => {
      const { kind } = await dispatch(eventOf(id, id));
      if (kind === 'processed') succeeded.add(id);
    });
    // When its own retry of an unknown statement fails, the client may never answer.
    await Promise.race([Promise.all(dispatching), sleep(LIMIT, undefined, { ref: false })]);
    const rows = await driver.unsafe('SELECT event FROM effects');
    await Promise.all([client.end({ timeout: 1 }), driver.end({ timeout: 1 })]);

    const effects = (id) => rows.filter(({ event }) => event === id).length;
    return {
      'without an effect': [...succeeded].filter((id) => effects(id) === 0),
      'more than once': ids.filter((id) => effects(id) > 1),
      // As the documentation says.
      failed: clientOptions.prepare ? [] : ids.filter((id) => !succeeded.has(id)),
    };
  },
});

export const scenarios = [
  throughPgbouncer('client that prepares', { prepare: true }),
  throughPgbouncer('client that does not prepare', { prepare: false }),
];
