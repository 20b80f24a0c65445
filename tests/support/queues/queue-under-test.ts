import type { WorkableInbox } from '@screening-webhooks/core';
import type {
  EventQueue,
  LeasedEvent,
  LeaseRenewal,
  QueueOptions,
} from '@screening-webhooks/core/store-kit';

/** The SQL inbox that the suites of this folder test. Its tables are empty before each test. */
export interface QueueUnderTest {
  /** An inbox on a pool with room for its workers. Each call is another process. */
  readonly open: (options: QueueOptions) => WorkableInbox;
  /** The same inbox, which records the text of its statements. */
  readonly openSpied: (options: QueueOptions) => {
    readonly inbox: WorkableInbox;
    readonly texts: readonly string[];
  };
  /** An inbox that loses the answer to its first fetch, which the server has executed. The message of the error is `LOST`. */
  readonly openLosingFetch: (options: QueueOptions) => WorkableInbox;
  /** The queue alone, without a worker. */
  readonly openQueue: (options: QueueOptions) => EventQueue & { readonly renewal: LeaseRenewal };
  /** All rows. The rows of events are in the order stored. */
  readonly rows: () => Promise<{ readonly events: readonly Row[]; readonly lines: readonly Row[] }>;
  /** For each event, in the order stored: `waiting`, `leased`, or its outcome. */
  readonly states: () => Promise<readonly unknown[]>;
  /** Expires all leases. */
  readonly endLeases: () => Promise<void>;
  /** The time of the server, and of the next run of the only line, in milliseconds since the epoch. */
  readonly schedule: () => Promise<{ readonly now: number; readonly runAt: number }>;
  /** Lets all lines run now. */
  readonly makeDue: () => Promise<unknown>;
  /** Moves the ends of events that have ended into the past, by this many milliseconds. */
  readonly age: (ms: number) => Promise<unknown>;
}

/** The id of a leased event that can be read. */
export function idOf({ event }: LeasedEvent): string {
  if ('id' in event) return event.id;
  throw new Error(event.reason);
}

export type Row = Readonly<Record<string, unknown>>;

/** The message of the error when an answer is lost. */
export const LOST = 'The connection was lost.';
