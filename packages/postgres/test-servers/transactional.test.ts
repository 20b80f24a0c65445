import {
  createReceiver,
  type DedupeStore,
  type EventEnvelope,
  PermanentError,
} from '@screening-webhooks/core';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { until } from 'screening-webhooks-test-support/until';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type PostgresStore, postgresStore, recordEffect, transactional } from '../src/index.js';
import { deliver, endClaims, SECRET } from './support/deliveries.js';
import { newEvent, useEffectsDatabase } from './support/effect-runs.js';
import { describeOnServer } from './support/server.js';

const WRITE = 'INSERT INTO effects (event) VALUES ($1)';

describeOnServer('transactional, with pg', () => {
  const database = useEffectsDatabase();
  const { effectsOf } = database;
  let pool: Pool;
  let store: PostgresStore;
  beforeAll(() => {
    pool = database.pool();
    store = postgresStore(pool);
  });

  // Time stands still, so that no ack deadline and no lease renewal interferes on a slow machine.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** The answer to a handler that failed does not wait for the release of its claim. */
  const isReleased = (id: string) =>
    until(async () => {
      const claims = await database.admin(
        "SELECT FROM screening_webhook_claims WHERE NOT done AND key LIKE '%' || $1",
        [id],
      );
      return claims.length === 0;
    });

  interface Interference {
    readonly after?: (tx: PoolClient, run: number) => Promise<void>;
    readonly dedupe?: DedupeStore;
  }

  /** A receiver whose handler writes one row. `after` runs in the handler after that write. */
  function receiverWith({ after, dedupe = store }: Interference) {
    let runs = 0;
    const receiver = createReceiver({
      secret: SECRET,
      dedupe,
      handlers: {
        '*': transactional(pool, async (event: EventEnvelope, { tx }) => {
          runs += 1;
          await tx.query(WRITE, [event.id]);
          await after?.(tx, runs);
        }),
      },
    });
    return {
      runs: () => runs,
      deliver: (id: string) => deliver(receiver, id),
    };
  }

  it('a handler that throws after its write leaves nothing, and the retry writes', async () => {
    const { deliver } = receiverWith({
      async after(_tx, run) {
        if (run === 1) throw new Error('after the write');
      },
    });
    expect(await deliver('evt_throws')).toBe('failed');
    await isReleased('evt_throws');
    expect(await effectsOf('evt_throws')).toBe(0);
    expect([await deliver('evt_throws'), await effectsOf('evt_throws')]).toEqual(['processed', 1]);
  });

  it('a PermanentError discards the event, and its writes', async () => {
    const { deliver } = receiverWith({
      async after() {
        throw new PermanentError('no such candidate');
      },
    });
    expect([await deliver('evt_perm'), await deliver('evt_perm')]).toEqual([
      'discarded',
      'duplicate',
    ]);
    expect(await effectsOf('evt_perm')).toBe(0);
  });

  it('a connection that is killed before the commit leaves nothing, and the retry writes', async () => {
    const { deliver } = receiverWith({
      async after(tx, run) {
        if (run > 1) return;
        const { rows } = await tx.query('SELECT pg_backend_pid() AS pid');
        const ended = new Promise((resolve) => tx.once('end', resolve));
        await database.admin('SELECT pg_terminate_backend($1)', [rows[0].pid]);
        await ended;
        // The server closes the connection before it gives up the locks. Until then, a retry is answered in_progress.
        await until(async () => {
          const alive = await database.admin('SELECT FROM pg_stat_activity WHERE pid = $1', [
            rows[0].pid,
          ]);
          return alive.length === 0;
        });
      },
    });
    expect([await deliver('evt_killed'), await effectsOf('evt_killed')]).toEqual(['failed', 0]);
    await isReleased('evt_killed');
    expect([await deliver('evt_killed'), await effectsOf('evt_killed')]).toEqual(['processed', 1]);
  });

  it('a COMMIT whose answer is lost has committed: the retry does nothing', async () => {
    // The server commits, but the client gets an error.
    let isLost = false;
    const loseAnswer = (client: PoolClient): void => {
      const query = client.query;
      Object.assign(client, {
        query(...args: unknown[]) {
          const result: unknown = Reflect.apply(query, client, args);
          const text = String(Reflect.get(Object(args[0]), 'text'));
          if (isLost || !text.endsWith('COMMIT')) return result;
          isLost = true;
          pool.off('acquire', loseAnswer);
          return Promise.resolve(result).then(() => {
            throw new Error('Connection terminated unexpectedly');
          });
        },
      });
    };
    pool.on('acquire', loseAnswer);
    const { deliver, runs } = receiverWith({});
    expect([await deliver('evt_lost'), await effectsOf('evt_lost')]).toEqual(['failed', 1]);
    await isReleased('evt_lost');
    expect([await deliver('evt_lost'), await effectsOf('evt_lost')]).toEqual(['processed', 1]);
    expect(runs()).toBe(1);
  });

  it('a process that dies between the commit and the claim’s commit: the next run does nothing', async () => {
    const dead: DedupeStore = {
      claim: store.claim,
      extend: store.extend,
      commit: () => new Promise(() => {}),
      release: store.release,
    };
    void receiverWith({ dedupe: dead }).deliver('evt_between');
    await until(async () => (await effectsOf('evt_between')) === 1);
    const { deliver, runs } = receiverWith({});
    expect(await deliver('evt_between')).toBe('in_progress');
    await endClaims(database);
    expect(await deliver('evt_between')).toBe('processed');
    expect([await effectsOf('evt_between'), runs()]).toEqual([1, 0]);
  });

  it('a lease that is lost during the transaction: the second run ends at once and is delivered again', async () => {
    const finished = deferred();
    const first = receiverWith({ after: () => finished.promise });
    const second = receiverWith({});
    const slow = first.deliver('evt_overlap');
    await until(() => first.runs() === 1);
    await endClaims(database);
    expect(await second.deliver('evt_overlap')).toBe('failed');
    await isReleased('evt_overlap');
    finished.resolve();
    // Its claim was released by the second run, so it must not report success.
    expect(await slow).not.toBe('processed');
    expect(await second.deliver('evt_overlap')).toBe('processed');
    expect([await effectsOf('evt_overlap'), second.runs()]).toEqual([1, 0]);
  });

  it('a statement whose error was caught is a failure, not a silent rollback', async () => {
    const { deliver } = receiverWith({
      async after(tx) {
        await tx.query('SELECT 1/0').catch(() => {});
      },
    });
    expect([await deliver('evt_caught'), await effectsOf('evt_caught')]).toEqual(['failed', 0]);
  });

  it('names distinguish the effects of one event', async () => {
    const event = newEvent();
    const query = (text: string, values: unknown[]) => pool.query(text, values);
    expect(await recordEffect(query, event, { name: 'mail' })).toBe(true);
    expect(await recordEffect(query, event, { name: 'crm' })).toBe(true);
    expect(await recordEffect(query, event, { name: 'crm' })).toBe(false);
  });

  it('an effect that is recorded in a transaction of Kysely happens once', async () => {
    const db = new Kysely<{ effects: { event: string } }>({
      dialect: new PostgresDialect({ pool: database.pool() }),
    });
    const event = newEvent();
    const write = () =>
      db.transaction().execute(async (tx) => {
        const query = (sql: string, values: unknown[]) =>
          tx.executeQuery(CompiledQuery.raw(sql, values));
        if (!(await recordEffect(query, event))) return;
        await tx.insertInto('effects').values({ event: event.id }).execute();
      });
    await write();
    await write();
    expect(await effectsOf(event.id)).toBe(1);
  });
});
