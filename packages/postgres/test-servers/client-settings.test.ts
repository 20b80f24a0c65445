import { drizzle } from 'drizzle-orm/postgres-js';
import type { CustomTypesConfig, PoolConfig } from 'pg';
import postgres, { type Options } from 'postgres';
import { startWorker, store, workThrough } from 'screening-webhooks-test-support/inbox';
import {
  inboxContractSuite,
  storeContractSuite,
} from 'screening-webhooks-test-support/stores/contract-suites';
import { until } from 'screening-webhooks-test-support/until';
import { beforeAll, describe, expect, it } from 'vitest';
import { postgresInbox } from '../src/inbox/index.js';
import { type PostgresClient, postgresStore, recordEffect, transactional } from '../src/index.js';
import { contractInbox, EVENTS, LINES } from '../test/support/contract-inbox.js';
import { newEvent, run } from '../test/support/effect-runs.js';
import { describeOnServer, type TestDatabase, useTestDatabase } from './support/server.js';

// https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat
const [BOOL, INT8, INT4, TEXT, JSON_TEXT, FLOAT8, TIMESTAMPTZ] = [16, 20, 23, 25, 114, 701, 1184];

/** Parsers as an app sets them for the types of its own columns. */
const types = (
  parsers: Readonly<Record<number, (text: string) => unknown>>,
): CustomTypesConfig => ({
  getTypeParser: (type: number) => parsers[type] ?? ((text: string) => text),
});

const POOLS: Readonly<Record<string, PoolConfig & { readonly binary?: boolean }>> = {
  'all values as text': { types: types({}) },
  'booleans as 1 and 0, integers as BigInt, times and JSON as objects': {
    types: types({
      [BOOL]: (text) => (text === 't' ? 1 : 0),
      [INT4]: BigInt,
      [INT8]: BigInt,
      [TEXT]: (text) => text.trim() || null,
      [JSON_TEXT]: (text) => ({ text }),
      [FLOAT8]: (text) => ({ text }),
      [TIMESTAMPTZ]: (text) => ({ text }),
    }),
  },
  'binary answers': { binary: true },
  'binary answers that stay Buffers': { binary: true, types: types({}) },
};

const asIs = (type: number) => ({
  to: type,
  from: [type],
  serialize: (value: unknown) => value,
  parse: (value: unknown) => value,
});

const CLIENTS: Readonly<Record<string, Options<Record<string, postgres.PostgresType>>>> = {
  'camel-cased names, and all values as text': {
    transform: postgres.camel,
    types: { bool: asIs(BOOL), int4: asIs(INT4), int8: postgres.BigInt, float8: asIs(FLOAT8) },
  },
  'names in Pascal case, no types of arrays, undefined for null': {
    transform: {
      ...postgres.pascal,
      undefined: null,
      value: { from: (value: unknown) => (value === null || value === '' ? undefined : value) },
    },
    fetch_types: false,
  },
  'names in kebab case, and a text parser': {
    transform: postgres.kebab,
    types: { text: { ...asIs(TEXT), parse: (text: string) => text.toUpperCase() } },
  },
};

interface Opened {
  readonly one: PostgresClient;
  readonly other: PostgresClient;
  readonly close?: () => Promise<unknown>;
}

function worksUnchanged(open: (database: TestDatabase) => Opened): void {
  let client: PostgresClient;
  let clients: readonly [PostgresClient, PostgresClient];
  const database = useTestDatabase();
  const { admin } = database;
  beforeAll(async () => {
    const { one, other, close } = open(database);
    client = one;
    clients = [one, other];
    // Twice, each: the second finds the tables.
    for (const each of clients) {
      await postgresStore(each).migrate();
      await postgresInbox(each).migrate();
    }
    await admin('CREATE TABLE effects (event text)');
    return close;
  });

  storeContractSuite(
    () => postgresStore(client),
    async (ms) => {
      await admin(
        `UPDATE screening_webhook_claims SET expires_at = expires_at - interval '${ms} ms'`,
      );
    },
  );
  inboxContractSuite(contractInbox(() => clients, admin));

  it('tells the rest of a lease in milliseconds', async () => {
    const claims = postgresStore(client);
    await claims.claim('busy', 'a', 60_000);
    const claim = await claims.claim('busy', 'b', 60_000);
    const left = typeof claim === 'object' ? claim.busyForMs : Number.NaN;
    expect(left > 0 && left < 60_000).toBe(true);
  });

  it('cleans up in steps, and says whether rows are left', async () => {
    const table = 'cleaned';
    const claims = postgresStore(client, { table });
    await claims.migrate();
    await admin(`INSERT INTO ${table}
      SELECT 'old' || n, 'a', true, now() - interval '1 s' FROM generate_series(1, 1500) n`);
    expect(await claims.cleanUp({ limit: 1000 })).toEqual({ deleted: 1000, more: true });
    expect(await claims.cleanUp()).toEqual({ deleted: 500, more: false });
  });

  it('has the effects of a handler once, also in a transaction of the app', async () => {
    const event = newEvent();
    const write = `INSERT INTO effects VALUES ('${event.id}')`;
    const handler = transactional(client, async (_event, { tx }: { tx: unknown }) => {
      await (typeof tx === 'function'
        ? Reflect.get(tx, 'unsafe')
        : Reflect.get(Object(tx), 'query')
      ).call(tx, write);
    });
    await run(handler, event);
    await run(handler, event);
    expect(await admin('SELECT event FROM effects')).toEqual([{ event: event.id }]);
    const query = (text: string, values: readonly unknown[]) =>
      Reflect.get(client, 'unsafe' in client ? 'unsafe' : 'query').call(client, text, values);
    const other = newEvent();
    expect(await recordEffect(query, event)).toBe(false);
    expect(await recordEffect(query, other)).toBe(true);
    expect(await recordEffect(query, other)).toBe(false);
  });

  it('runs the event of a worker that was killed, and gives it up with its time', async () => {
    const inbox = postgresInbox(client, { name: 'suspects', attempts: 1, pollInterval: 20 });
    await store(inbox, 'evt_1');
    await admin(`UPDATE ${LINES} SET token = 'gone', worker = 'gone',
      lease_end = now() - interval '1 s' WHERE inbox = 'suspects'`);
    const worker = await startWorker(inbox, async () => ({ kind: 'failed', error: 'no' }));
    await until(async () => (await inbox.deadLetters()).length === 1);
    await worker.stop();
    const [letter] = await inbox.deadLetters();
    const [row] = await admin(
      `SELECT (1000 * extract(epoch FROM ended_at))::text AS ended FROM ${EVENTS} WHERE inbox = 'suspects'`,
    );
    expect(letter).toMatchObject({ event: { id: 'evt_1' }, attempts: 1, reason: 'no' });
    expect(Math.abs(Number(letter?.givenUpAt) - Number(row?.['ended']))).toBeLessThan(1);
    expect(await inbox.replay({ since: 0, deadOnly: true })).toBe(1);
    expect(await workThrough(inbox, 1)).toEqual(['evt_1']);
  });
}

describeOnServer('a pool of pg with', () => {
  describe.each(Object.entries(POOLS))('%s', (_name, options) => {
    worksUnchanged(({ pool }) => ({ one: pool(options), other: pool(options) }));
  });
});

describeOnServer('a client of postgres.js with', () => {
  const opened = ({ url }: TestDatabase, options: (typeof CLIENTS)[string]): Opened => {
    const open = () => postgres(url, { max: 6, onnotice: () => {}, ...options });
    const [one, other] = [open(), open()];
    return { one, other, close: () => Promise.all([one.end(), other.end()]) };
  };

  describe.each(Object.entries(CLIENTS))('%s', (_name, options) => {
    worksUnchanged((database) => opened(database, options));
  });

  describe('the parsers of Drizzle', () => {
    worksUnchanged((database) => {
      const clients = opened(database, {});
      for (const each of [clients.one, clients.other]) {
        drizzle(each as postgres.Sql);
      }
      return clients;
    });
  });
});
