import type { InboxOptions } from '../../inbox/inbox.js';
import { type InboxSettings, inboxSettings } from '../../inbox/inbox-settings.js';
import type { OptionNames } from '../../options/check-options.js';
import { checkMilliseconds } from '../../options/check-options.js';

/** Options that every inbox with workers has. */
export interface WorkerOptions extends InboxOptions {
  /** The name of the inbox in its database. Endpoints may share an inbox or have one each. Default `inbox`. */
  readonly name?: string | undefined;
  /** Milliseconds without a sign of life after which the events of a worker go to another one. Default 30,000. */
  readonly lease?: number | undefined;
  /** Called with the errors of workers and of their connections, which continue by themselves. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** Options of an inbox in tables. Its `lease` is at least 1,000, and its errors are warnings of the process by default. */
export interface QueueOptions extends WorkerOptions {
  /**
   * Milliseconds between two polls of an idle worker: the delay of retries, and of events that it is not told of. It is told of
   * those that its own process stores. Default 250.
   */
  readonly pollInterval?: number | undefined;
}

/** The names of {@link WorkerOptions}, for `checkNames`. */
export const workerOptionNames: OptionNames<WorkerOptions> = {
  name: true,
  attempts: true,
  backoff: true,
  maxBackoff: true,
  orderBy: true,
  retention: true,
  lease: true,
  onError: true,
};

/** The names of {@link QueueOptions}, for `checkNames`. */
export const queueOptionNames: OptionNames<QueueOptions> =
  // Not by a spread, which bundlers keep where nothing uses it.
  /* @__PURE__ */ Object.assign({ pollInterval: true } as const, workerOptionNames);

/** The options of an inbox in tables, checked and with defaults. Durations in milliseconds. */
export interface QueueSettings extends InboxSettings {
  readonly pollInterval: number;
  readonly name: string;
}

// A shorter one would end while a renewal is on its way.
const SHORTEST_LEASE = 1000;
const LONGEST_LEASE = 24 * 3_600_000;

/** @throws TypeError for a malformed option, naming it and the fix. */
export function queueSettings(options: QueueOptions): QueueSettings {
  return {
    ...inboxSettings(options, { least: SHORTEST_LEASE, most: LONGEST_LEASE }),
    pollInterval: checkMilliseconds('pollInterval', options.pollInterval, 250),
    name: checkName(options.name),
  };
}

function checkName(name = 'inbox'): string {
  if (typeof name === 'string' && /^[\w-]{1,100}$/.test(name)) return name;
  throw new TypeError(
    `name: expected at most 100 letters, digits, underscores and hyphens, got ${JSON.stringify(name)}.`,
  );
}

/**
 * The option `schema`, for the quotes of any database. Of lower case, because some servers tell it from upper case and others do not.
 *
 * @throws TypeError when it has other characters, or more than 50.
 */
export function checkSchema(schema: string): string {
  if (typeof schema === 'string' && /^[a-z_][a-z0-9_]{0,49}$/.test(schema)) return schema;
  throw new TypeError(
    `schema: expected at most 50 lower-case letters, digits and underscores, got ${JSON.stringify(schema)}.`,
  );
}
