import type { WorkableInbox } from '@screening-webhooks/core';
import {
  checkMilliseconds,
  checkNames,
  type InboxSettings,
  ignoreErrors,
  inboxSettings,
  type OptionNames,
  type WorkerOptions,
  workerOptionNames,
} from '@screening-webhooks/core/store-kit';
import { type DefaultJobOptions, Queue } from 'bullmq';
import { redisCommands } from '../redis-client.js';
import { redisScript, runScript } from '../redis-script.js';
import { answerLimit } from '../revive.js';
import { checkConnection, type RedisConnection } from './check-connection.js';
import { readDeadLetters } from './dead-letters.js';
import { startHeartbeat } from './heartbeat.js';
import { HOLD, releaseFirst } from './held-jobs.js';
import { type InboxJobData, jobId, orderValueOf } from './inbox-job.js';
import { startWorker } from './inbox-worker.js';
import { orderQueue } from './order-queue.js';
import { replay } from './replay.js';
import { retries } from './retries.js';
import { storedJobs } from './stored-jobs.js';
import type { WorkerContext } from './worker-context.js';

/** Options of {@link redisInbox}. Its `name` is that of the BullMQ queue. */
export interface RedisInboxOptions extends WorkerOptions {
  /**
   * A client or cluster of ioredis with `maxRetriesPerRequest: null`, or `createClient()` of node-redis. Each worker opens a
   * second connection with the same settings.
   */
  readonly connection: RedisConnection;
  /** The prefix of every key. The braces keep the keys on one node of a cluster. Default `{screening-webhooks}`. */
  readonly prefix?: string | undefined;
  /**
   * Milliseconds after which `store` rejects, and a worker takes Redis' silence for a dead connection, which it opens again.
   * Default 5,000. It must be shorter than the receiver's `ackTimeout`, and less than a third of the lease.
   */
  readonly timeout?: number | undefined;
}

const optionNames: OptionNames<RedisInboxOptions> = {
  ...workerOptionNames,
  connection: true,
  prefix: true,
  timeout: true,
};

// BullMQ does not say whether it added a job or found an existing one. So each call puts a token of its own into the job
// and then reads whose token the job has.
const STORED_BY = redisScript(`
local data = redis.call('HGET', KEYS[1], 'data')
if not data then return 'nobody' end
return string.sub(data, 1, #ARGV[1]) == ARGV[1] and 'this call' or 'another call'`);

const MAX_ADDS = 3;
/** Milliseconds for an operation that a person waits for. */
const LONG_OPERATION = 60_000;

/**
 * A {@link WorkableInbox} on a BullMQ queue, with one job per event. The server's configuration decides how durable a
 * stored event is: to lose none, set `appendonly yes`, `appendfsync always` and `maxmemory-policy noeviction`.
 *
 * @throws TypeError for a client of the wrong kind or a malformed option. The message names the fix.
 * @example
 * const inbox = redisInbox({ connection: new Redis({ maxRetriesPerRequest: null }) });
 */
export function redisInbox(options: RedisInboxOptions): WorkableInbox {
  checkNames(options, optionNames, 'redisInbox');
  const { name = 'inbox', prefix = '{screening-webhooks}' } = options;
  const onError = (error: unknown): void =>
    void ignoreErrors(() =>
      options.onError?.(error instanceof Error ? error : new Error(String(error))),
    );
  const connection = checkConnection(options.connection);
  const timeout = checkMilliseconds('timeout', options.timeout, 5000);
  const settings = inboxSettings(options);
  const queue = new Queue<InboxJobData, string, string>(name, {
    connection,
    prefix,
    defaultJobOptions: jobOptions(settings),
  });
  queue.on('error', onError);
  const keyBase = queue.toKey('');
  const commands = redisCommands(connection);
  const limit = answerLimit(connection);
  const orders = orderQueue(commands, keyBase);
  const context: WorkerContext = {
    queue,
    settings,
    orders,
    retries: retries(commands, keyBase),
    jobs: storedJobs(commands, keyBase, jobOptions(settings)),
    onError,
  };

  async function store(
    ...[event, { key, receivedAt }]: Parameters<WorkableInbox['store']>
  ): Promise<'stored' | 'duplicate'> {
    const id = jobId(event.id, key);
    const token = crypto.randomUUID();
    const orderValue = orderValueOf(event, settings.orderBy);
    // BullMQ adds the delay to the timestamp.
    const delay = orderValue === undefined ? 0 : HOLD + Math.max(0, Date.now() - receivedAt);
    for (let adds = 0; adds < MAX_ADDS; adds += 1) {
      await queue.add(event.type, { token, event }, { jobId: id, timestamp: receivedAt, delay });
      const [storedBy, first] = await Promise.all([
        runScript(commands, STORED_BY, [keyBase + id], [`{"token":"${token}"`]),
        orderValue === undefined ? undefined : orders.first(orderValue, id),
      ]);
      if (first) await releaseFirst(context, first);
      if (storedBy === 'this call') return 'stored';
      if (storedBy === 'another call') return 'duplicate';
      // BullMQ found a job, and the job's retention ended before its token was read. Nothing was stored.
    }
    throw new Error('The event disappeared from the queue: is something removing it?');
  }

  return {
    store: (event, entry) => limit.within(store(event, entry), timeout),
    async work(process, workOptions = {}) {
      // Before anything that waits for Redis.
      const beat = { key: queue.toKey('meta'), interval: timeout };
      const stopHeartbeat = startHeartbeat(commands, limit, beat, onError);
      try {
        const own = { connection, prefix };
        const worker = await startWorker(name, own, context, process, workOptions);
        return {
          stop: (stopOptions) => worker.stop(stopOptions).finally(stopHeartbeat),
        };
      } catch (error) {
        stopHeartbeat();
        throw error;
      }
    },
    pause: () => limit.within(queue.pause(), timeout),
    resume: () => limit.within(queue.resume(), timeout),
    replay: (range) => limit.within(replay(commands, context, range), LONG_OPERATION),
    async deadLetters({ limit: most = 100 } = {}) {
      if (most < 1) return [];
      return limit.within(readDeadLetters(commands, keyBase, most), LONG_OPERATION);
    },
  };
}

function jobOptions({ attempts, retention }: InboxSettings): DefaultJobOptions {
  const keep = retention === Infinity ? false : { age: Math.ceil(retention / 1000) };
  return {
    attempts,
    // The worker's `backoffStrategy`.
    backoff: { type: 'custom' },
    removeOnComplete: keep,
    removeOnFail: keep,
    stackTraceLimit: 1,
  };
}
