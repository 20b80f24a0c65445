import type { InboxOptions } from '../../inbox/inbox.js';
import { type InboxSettings, inboxSettings } from '../../inbox/inbox-settings.js';
import { checkMilliseconds } from '../../options/check-options.js';

/** The options of an inbox in tables, checked and with defaults. Durations in milliseconds. */
export interface QueueSettings extends InboxSettings {
  readonly pollInterval: number;
  readonly name: string;
}

// A shorter one would end while a renewal is on its way.
const SHORTEST_LEASE = 1000;
const LONGEST_LEASE = 24 * 3_600_000;

/** @throws TypeError for a malformed option, naming it and the fix. */
export function queueSettings(
  options: InboxOptions & {
    readonly lease?: number;
    readonly pollInterval?: number;
    readonly name?: string;
  },
): QueueSettings {
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
