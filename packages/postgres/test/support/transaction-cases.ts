import type { EventEnvelope } from '@screening-webhooks/core';
import { beforeAll, expect, it } from 'vitest';
import { TransactionControlError, type transactional } from '../../src/index.js';
import { RolledBackError } from '../../src/sql/guarded-transaction.js';
import { newEvent, run } from './effect-runs.js';

const WRITE = `INSERT INTO effects VALUES ('a')`;
const CREATE = `
  CREATE TABLE effects (event text);
  CREATE PROCEDURE commit_inside() LANGUAGE plpgsql AS 'BEGIN COMMIT; END';`;

/** Statements that would end the transaction of the handler. */
const ENDINGS = [
  'COMMIT',
  ' commit work',
  'END',
  'end transaction;',
  'ROLLBACK',
  'ABORT',
  'COMMIT AND NO CHAIN',
  '-- x\n/* y */; COMMIT /* z */ WORK;;',
  `${WRITE}; COMMIT`,
  `SELECT 'a''; b'; ROLLBACK; ${WRITE}`,
  'SELECT $$;$$; END; BEGIN',
  `SELECT 'a\\'; COMMIT; --'`,
  'SELECT 1; /* /* */ */ COMMIT',
  'SAVEPOINT x; ROLLBACK TO x; COMMIT',
];
/** Statements that are refused before they are sent. */
const NEVER_SENT = [
  '/* /* */ */ -- x\n COMMIT',
  '/* -- /* */ */ COMMIT',
  'PREPARE /* /* */ */ TRANSACTION $$x$$',
  'ROLLBACK AND CHAIN',
  'COMMIT AND CHAIN',
  `PREPARE TRANSACTION 'x'`,
  `COMMIT PREPARED 'x'`,
  'BEGIN ISOLATION LEVEL SERIALIZABLE',
  'START TRANSACTION READ ONLY',
  'BEGIN; COMMIT; COMMIT',
  `ROLLBACK; ${WRITE}`,
];
const REFUSED_BY_THE_SERVER = ['CALL commit_inside()', `DO 'BEGIN COMMIT; END'`];

/** How a driver runs handlers and statements. */
export interface Ways<Tx> {
  readonly transaction: (
    handler: (event: EventEnvelope, context: { readonly tx: Tx }) => unknown,
  ) => ReturnType<typeof transactional<EventEnvelope, Tx>>;
  readonly query: (sql: string) => Promise<readonly unknown[]>;
  readonly simple: (tx: Tx, sql: string) => Promise<unknown>;
  /** Other ways to send one statement. */
  readonly others: Readonly<Record<string, (tx: Tx, sql: string) => unknown>>;
}

/** Tests that each driver must pass. */
export function keepsTheTransaction<Tx>(ways: () => Ways<Tx>): void {
  beforeAll(async () => {
    await ways().query(CREATE);
  });

  /** Runs `handler` twice for one event. Resolves with both errors, and the rows of the event at the end. */
  async function runTwice(handler: (tx: Tx, write: () => Promise<unknown>) => unknown) {
    const event = newEvent();
    const insert = `INSERT INTO effects VALUES ('${event.id}')`;
    const { transaction, simple, query } = ways();
    const wrapped = transaction(async (_event, { tx }) => {
      await simple(tx, insert);
      await handler(tx, () => simple(tx, insert));
    });
    const errors: unknown[] = [];
    for (let time = 0; time < 2; time += 1) {
      errors.push(await run(wrapped, event).catch((error: unknown) => error));
    }
    const rows = await query(`SELECT 1 FROM effects WHERE event = '${event.id}'`);
    return { errors, rows: rows.length };
  }
  const refused = { errors: Array(2).fill(expect.any(TransactionControlError)), rows: 0 };
  const once = (rows: number) => ({ errors: [undefined, undefined], rows });

  it.each([...ENDINGS, ...NEVER_SENT])('refuses %j', async (sql) => {
    expect(await runTwice((tx) => ways().simple(tx, sql))).toEqual(refused);
  });

  const caught = (sql: string) =>
    runTwice(async (tx, write) => {
      await Promise.resolve(ways().simple(tx, sql)).catch(() => {});
      await Promise.resolve(write()).catch(() => {});
    });

  it.each(NEVER_SENT)('refuses %j, also when its error is caught', async (sql) => {
    expect(await caught(sql)).toEqual(refused);
  });

  it.each(ENDINGS)('writes nothing when the error of %j is caught', async (sql) => {
    expect(await caught(sql)).toEqual({
      errors: Array(2).fill(expect.any(RolledBackError)),
      rows: 0,
    });
  });

  it('refuses it in whatever form it is sent', async () => {
    for (const [name, send] of Object.entries(ways().others)) {
      expect(await runTwice((tx) => send(tx, '/**/ COMMIT')), name).toEqual(refused);
    }
  });

  it.each(REFUSED_BY_THE_SERVER)('%j fails in the server, and nothing is written', async (sql) => {
    for (const send of [
      async (tx: Tx) => ways().simple(tx, sql),
      async (tx: Tx) => Promise.resolve(ways().simple(tx, sql)).catch(() => {}),
    ]) {
      const { errors, rows } = await runTwice(send);
      expect([errors[0], errors[1], rows]).toEqual([expect.any(Error), expect.any(Error), 0]);
    }
  });

  it('commits a nested BEGIN … COMMIT with the transaction', async () => {
    const nested = await runTwice(async (tx, write) => {
      const { simple } = ways();
      for (const [begin, commit] of [
        ['BEGIN', 'COMMIT'],
        ['start transaction', 'END WORK'],
      ] as const) {
        await simple(tx, begin);
        await write();
        await simple(tx, commit);
      }
    });
    expect(nested).toEqual(once(3));
  });

  it('rolls a nested BEGIN … COMMIT back with the transaction', async () => {
    const { errors, rows } = await runTwice(async (tx, write) => {
      await ways().simple(tx, 'BEGIN');
      await write();
      await ways().simple(tx, 'COMMIT');
      throw new Error('afterwards');
    });
    expect([errors, rows]).toEqual([Array(2).fill(new Error('afterwards')), 0]);
  });

  it('rolls back only what is nested, after an error too', async () => {
    const nested = await runTwice(async (tx, write) => {
      const { simple } = ways();
      await simple(tx, 'BEGIN');
      await write();
      await simple(tx, 'BEGIN');
      await write();
      await simple(tx, 'ROLLBACK');
      await write();
      await simple(tx, 'COMMIT');
      await simple(tx, 'BEGIN');
      await simple(tx, 'SAVEPOINT mine');
      await write();
      await simple(tx, 'ROLLBACK TO mine');
      await simple(tx, 'ROLLBACK;');
      await write();
    });
    expect(nested).toEqual(once(4));
  });

  it('refuses a nested transaction that stays open', async () => {
    expect(await runTwice((tx) => ways().simple(tx, 'BEGIN'))).toEqual(refused);
  });

  it.each(['COMMIT', 'ROLLBACK'])('refuses %s after the end of what is nested', async (end) => {
    const ended = await runTwice(async (tx, write) => {
      const { simple } = ways();
      for (const each of ['COMMIT', 'ROLLBACK']) {
        await simple(tx, 'BEGIN');
        await write();
        await simple(tx, each);
      }
      await simple(tx, end);
    });
    expect(ended).toEqual(refused);
  });

  it('refuses a statement after the end', async () => {
    let late: Tx | undefined;
    await run(
      ways().transaction((_event, { tx }) => {
        late = tx;
      }),
      newEvent(),
    );
    if (late === undefined) throw new Error('The handler has not run.');
    const tx = late;
    await expect(async () => ways().simple(tx, WRITE)).rejects.toThrow(/Await every statement/);
  });

  it('passes what only looks like an end', async () => {
    const passed = await runTwice(async (tx) => {
      const { simple } = ways();
      await simple(tx, `SELECT 'x; COMMIT' AS commit, CASE WHEN true THEN 1 END /* ; ROLLBACK */`);
      await simple(tx, `SELECT 'a;' AS "end"; -- COMMIT;`);
      await simple(tx, `DO 'BEGIN PERFORM 1; END'`);
      await simple(
        tx,
        `CREATE OR REPLACE FUNCTION one() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT 1; SELECT 1; END`,
      );
      await simple(tx, 'SAVEPOINT commit_later');
      await simple(tx, 'ROLLBACK WORK TO SAVEPOINT commit_later');
      await simple(tx, 'RELEASE commit_later');
    });
    expect(passed).toEqual(once(1));
  });
}
