import type { PGlite, Transaction } from '@electric-sql/pglite';
import { raw } from '@electric-sql/pglite/template';
import { type EventEnvelope, resultId } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { beforeAll, describe, expect, it } from 'vitest';
import { postgresStore, transactional } from '../src/index.js';
import { newEvent, run } from './support/effect-runs.js';
import { borrowPglite } from './support/open-pglite.js';
import { keepsTheTransaction } from './support/transaction-cases.js';

const WRITE = 'INSERT INTO effects (event) VALUES ($1)';

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
