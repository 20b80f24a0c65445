import type { PGlite, Transaction } from '@electric-sql/pglite';
import { raw } from '@electric-sql/pglite/template';
import { type EventEnvelope, resultId } from '@screening-webhooks/core';
import { callMethod } from '@screening-webhooks/core/store-kit';
import { fixture } from '@screening-webhooks/testing';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { postgresStore, transactional } from '../src/index.js';
import { newEvent, run } from './support/effect-runs.js';
import { borrowPglite, withOtherParsers } from './support/open-pglite.js';
import { SESSION, SESSION_CHANGES } from './support/session-changes.js';
import { keepsTheTransaction } from './support/transaction-cases.js';

const WRITE = 'INSERT INTO effects (event) VALUES ($1)';

it.each([
  ["SET TIME ZONE 'Asia/Tokyo'", 'Error: The handler has changed the session.'],
  ["/* x */ SELECT 1; SET work_mem = '1MB'", 'Error: The handler has changed the session.'],
  ["SELECT set_config('app.tenant', $1, false)", 'Error: The handler has changed the session.'],
  ['SELECT pg_try_advisory_lock(7)', 'Error: The handler has changed the session.'],
  ['CREATE TEMP TABLE t (n int)', 'Error: The handler has changed the session.'],
  ["SET LOCAL TIME ZONE 'Asia/Tokyo'", 'undefined'],
  ["UPDATE effects SET event = 'a'", 'undefined'],
  ['SELECT pg_try_advisory_xact_lock(7)', 'undefined'],
])('pg closes the connection of a handler that changes its session: %s', async (text, error) => {
  const released: string[] = [];
  const connection = {
    query: async (_query: unknown) => ({ command: 'COMMIT', rows: [['1']] }),
    release: (broken?: Error) => void released.push(String(broken)),
    on() {},
    off() {},
  };
  const pool = { totalCount: 0, query: connection.query, connect: async () => connection };
  for (const fail of [false, true]) {
    const handler = transactional<EventEnvelope, unknown>(pool, async (_event, { tx }) => {
      await callMethod(Object(tx), 'query', [text]);
      if (fail) throw new Error('afterwards');
    });
    await run(handler, newEvent()).catch(() => {});
  }
  expect(released).toEqual([error, error]);
});

describe('transactional, with PGlite', () => {
  let pglite: PGlite;
  beforeAll(async () => {
    const borrowed = await borrowPglite();
    ({ pglite } = borrowed);
    await postgresStore(pglite).migrate();
    return borrowed.giveBack;
  });
  const effectsOf = async (id: string) =>
    (await pglite.query('SELECT 1 FROM effects WHERE event = $1', [id])).rows.length;

  keepsTheTransaction<Transaction>(() => ({
    transaction: (handler) => transactional(pglite, handler),
    query: async (sql) => (await pglite.exec(sql)).at(-1)?.rows ?? [],
    simple: (tx, sql) => tx.exec(sql),
    others: {
      query: (tx, sql) => tx.query(sql),
      'a template': (tx) => tx.sql`COMMIT`,
      'a raw part of a template': (tx) => tx.sql`${raw`COMMIT`}`,
      'rollback()': (tx) => tx.rollback(),
    },
  }));

  it('writes once, rolls back a failed run, and detects a caught error', async () => {
    let fail = true;
    const write = transactional(pglite, async (event: EventEnvelope, { tx }) => {
      await tx.query(WRITE, [event.id]);
      if (event.id === 'evt_caught') await tx.query('SELECT 1/0').catch(() => {});
      if (fail) throw new Error('the first time');
    });
    const event = newEvent();
    await expect(run(write, event)).rejects.toThrow('the first time');
    fail = false;
    await run(write, event);
    await run(write, event);
    await expect(run(write, { ...event, id: 'evt_caught' })).rejects.toThrow();
    expect([await effectsOf(event.id), await effectsOf('evt_caught')]).toEqual([1, 0]);
  });

  it('has one effect per key, for webhook and poll', async () => {
    await pglite.exec('CREATE TABLE activations (event text)');
    const write = transactional(
      pglite,
      (event: EventEnvelope, { tx }) =>
        tx.query('INSERT INTO activations (event) VALUES ($1)', [event.id]),
      { key: resultId },
    );
    const webhook = fixture('document_verification.recorded', { id: 'evt_result' });
    const again = {
      ...webhook,
      data: { ...webhook.data, completedAt: '2026-11-21T00:00:00.000Z' },
    };
    const other = { ...webhook, data: { ...webhook.data, integrationId: 'int_other' } };
    const poll = { ...webhook, id: resultId(webhook), source: 'poll' } as const;
    for (const event of [webhook, poll, { ...webhook, id: 'evt_second' }, again, other]) {
      await run(write, event);
    }
    const { rows } = await pglite.query('SELECT event FROM activations');
    expect(rows).toHaveLength(3);
    // @ts-expect-error A JavaScript caller can pass it.
    expect(() => transactional(pglite, () => {}, { key: 'result' })).toThrow(/key: expected/);
  });

  it('writes once with parsers and serializers of the app', async () => {
    const setBack = withOtherParsers(pglite);
    onTestFinished(setBack);
    const table = 'parsed_effects';
    for (let time = 0; time < 2; time += 1) await postgresStore(pglite, { table }).migrate();
    const event = newEvent();
    const write = transactional(
      pglite,
      (_event, { tx }) => tx.exec(`INSERT INTO effects VALUES ('${event.id}')`),
      { table },
    );
    await run(write, event);
    await run(write, event);
    setBack();
    expect(await effectsOf(event.id)).toBe(1);
  });

  it('leaves the session as the app has set it up', async () => {
    onTestFinished(async () => {
      await pglite.exec('RESET ALL');
    });
    await pglite.exec("SET statement_timeout = '41s'; SET TIME ZONE 'America/New_York'");
    const before = (await pglite.query(SESSION)).rows;
    for (const text of SESSION_CHANGES) {
      for (const fail of [false, true]) {
        const handler = transactional(pglite, async (_event, { tx }) => {
          await tx.exec(text);
          if (fail) throw new Error('afterwards');
        });
        const ended = run(handler, newEvent());
        await (fail ? expect(ended).rejects.toThrow('afterwards') : ended);
        expect((await pglite.query(SESSION)).rows, text).toEqual(before);
      }
    }
  });

  it('is rolled back when the signal aborts', async () => {
    const event = newEvent();
    const abort = new AbortController();
    const started = deferred();
    const aborted = run(
      transactional(pglite, async ({ id }, { tx }) => {
        await tx.query(WRITE, [id]);
        started.resolve();
        await new Promise(() => {});
      }),
      event,
      abort.signal,
    );
    await started.promise;
    abort.abort(new Error('lost'));
    await expect(aborted).rejects.toThrow('lost');
    await run(
      transactional(pglite, ({ id }, { tx }) => tx.query(WRITE, [id])),
      event,
    );
    expect(await effectsOf(event.id)).toBe(1);
  });
});
