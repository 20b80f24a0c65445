import type { DeadLetter, InboxOptions, WorkableInbox } from '@screening-webhooks/core';
import { type DefaultJobOptions, Queue } from 'bullmq';
import { checkTimeout, inTime } from '../in-time.js';
import { checkClient, type RedisClient } from '../redis-client.js';
import { redisScript, runScript } from '../redis-script.js';
import { type InboxJobData, orderOf } from './inbox-job.js';
import { type InboxSettings, inboxSettings } from './inbox-settings.js';
import { startWorker } from './inbox-worker.js';
import { jobId } from './job-id.js';
import { replay } from './replay.js';
import { turns } from './turns.js';

/** Options of {@link redisInbox}. */
export interface RedisInboxOptions extends InboxOptions {
  /** An ioredis client with `maxRetriesPerRequest: null`, or a node-redis client. Workers open a second connection like it. */
  readonly connection: RedisConnection;
  /** Name of the BullMQ queue: one per endpoint, or one for all. Default `inbox`. */
  readonly name?: string;
  /** What each key starts with; the braces keep them on one node of a cluster. Default `{screening-webhooks}`. */
  readonly prefix?: string;
  /** Milliseconds that a worker may be silent before its events go to another. Default 30,000. */
  readonly lease?: number;
  /** Milliseconds after which `store` rejects. Default 5,000. */
  readonly timeout?: number;
  /** Gets the errors of connections and workers, which reconnect by themselves. */
  readonly onError?: (error: Error) => void;
}

/** A client that BullMQ can duplicate for its blocking reads. */
export type RedisConnection = RedisClient & {
  connect(): unknown;
  disconnect(): unknown;
  duplicate(): unknown;
};

// BullMQ says nothing of whether it added a job or found one. Each call puts a token of its own into the job, and looks
// whose is there: a token of ours was stored by us, any other by somebody else, and none means that nothing was stored.
const WHOSE = redisScript(`
local data = redis.call('HGET', KEYS[1], 'data')
if not data then return 'nobody' end
return string.sub(data, 1, #ARGV[1]) == ARGV[1] and 'ours' or 'another'`);

const TRIES = 3;

/**
 * A {@link WorkableInbox} on a BullMQ queue: one job per event, its id made of the dedupe key. How durable a stored event
 * is depends on the server: `appendonly yes` with `appendfsync always` for never losing one, `maxmemory-policy noeviction`.
 *
 * @throws TypeError for a client of the wrong kind or a malformed option, naming the cure.
 * @example
 * const inbox = redisInbox({ connection: new Redis({ maxRetriesPerRequest: null }) });
 */
export function redisInbox(options: RedisInboxOptions): WorkableInbox {
  const { name = 'inbox', prefix = '{screening-webhooks}', onError = () => {} } = options;
  const connection = checkConnection(options.connection);
  const timeout = checkTimeout(options.timeout);
  const settings = inboxSettings(options);
  const queue = new Queue<InboxJobData, string, string>(name, {
    connection,
    prefix,
    defaultJobOptions: jobOptions(settings),
  });
  queue.on('error', onError);
  const base = queue.toKey('');
  const lines = turns(connection, base);

  async function store(
    ...[event, { key, receivedAt }]: Parameters<WorkableInbox['store']>
  ): Promise<'stored' | 'duplicate'> {
    const id = jobId(event.id, key);
    const token = crypto.randomUUID();
    const order = orderOf(event, settings.orderBy);
    for (let tries = 0; tries < TRIES; tries += 1) {
      await queue.add(event.type, { token, event }, { jobId: id, timestamp: receivedAt });
      const [whose] = await Promise.all([
        runScript(connection, WHOSE, [base + id], [`{"token":"${token}"`]),
        order === undefined ? undefined : lines.enrol(order, id),
      ]);
      if (whose === 'ours') return 'stored';
      if (whose === 'another') return 'duplicate';
      // The job that was found has come to the end of its retention since. Nothing was stored.
    }
    throw new Error('The event does not stay in the queue: is somebody removing it?');
  }

  return {
    store: (event, entry) => inTime(store(event, entry), timeout),
    work: (process, workOptions = {}) =>
      startWorker(
        { name, prefix, connection, settings, turns: lines, promote, onError },
        process,
        workOptions,
      ),
    pause: () => queue.pause(),
    resume: () => queue.resume(),
    replay: (which) => replay({ client: connection, queue, settings, turns: lines }, which),
    async deadLetters({ limit = 100 } = {}) {
      if (limit < 1) return [];
      const jobs = await queue.getJobs(['failed'], 0, limit - 1, false);
      // BullMQ gives a hole for a job that was removed meanwhile.
      return jobs.filter(Boolean).map(
        (job): DeadLetter => ({
          event: job.data.event,
          attempts: job.attemptsMade,
          reason: job.failedReason ?? '',
          givenUpAt: job.finishedOn ?? 0,
        }),
      );
    },
  };

  async function promote(id: string): Promise<void> {
    const job = await queue.getJob(id);
    try {
      await job?.promote();
    } catch (error) {
      if (await job?.isDelayed()) throw error;
    }
  }
}

function jobOptions({ attempts, retention }: InboxSettings): DefaultJobOptions {
  const keep = retention === Infinity ? false : { age: Math.ceil(retention / 1000) };
  return {
    attempts,
    // Computed by our worker.
    backoff: { type: 'custom' },
    removeOnComplete: keep,
    removeOnFail: keep,
    stackTraceLimit: 1,
  };
}

function checkConnection(connection: RedisConnection): RedisConnection {
  checkClient(connection);
  const options: unknown = Reflect.get(connection, 'options');
  const retries: unknown =
    typeof options === 'object' && options !== null && Reflect.get(options, 'maxRetriesPerRequest');
  if (typeof retries === 'number') {
    throw new TypeError(
      'connection: a worker has to outlast a restart of Redis, and this client gives up. Create it with new Redis({ maxRetriesPerRequest: null }).',
    );
  }
  return connection;
}
