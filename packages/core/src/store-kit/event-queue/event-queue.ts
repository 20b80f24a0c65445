import type { EventEnvelope } from '../../events/webhook-event.js';
import type { DeadLetter, ReplayRange } from '../../inbox/inbox.js';
import type { Changed } from '../all-or-each.js';
import type { UnreadableEvent } from './stored-event.js';

/** An event under the lease of a worker. */
export interface LeasedEvent {
  readonly line: string;
  /** Identifies the fetch. Whatever the holder writes is ignored once the line has another token. */
  readonly token: string;
  readonly event: EventEnvelope | UnreadableEvent;
  /** Attempts before this one: failures, and deaths of workers in which it ran alone. */
  readonly attempts: number;
  /** How many of the attempts were deaths. */
  readonly deaths: number;
}

/** The answer to a fetch. */
interface Fetched {
  readonly events: readonly LeasedEvent[];
  readonly paused: boolean;
  /** Whether an event is due that ran in a worker that died. */
  readonly suspects: boolean;
}

/** Why an event ended. */
interface Ending {
  readonly outcome: 'processed' | 'ignored' | 'discarded' | 'dead_letter';
  readonly reason?: string;
  /** Attempts, this one included. */
  readonly attempts: number;
}

/** The events of one inbox. Every function rejects when the database fails. */
export interface EventQueue {
  /** Checks that the tables exist. @throws SetupError naming the fix. */
  check(): Promise<void>;
  /** Resolves with false when the key was stored before. */
  store(event: EventEnvelope, key: string, receivedAt: number): Promise<boolean>;
  /** Leases events that may start now, at most `limit`. */
  fetch(limit: number, token: string): Promise<Fetched>;
  /** Leases an event that must run alone. */
  fetchSuspect(token: string): Promise<LeasedEvent | undefined>;
  /** Returns what a fetch has leased, if its answer was lost. */
  release(token: string): Promise<void>;

  // By the holder of a lease. Without the lease, they change nothing and resolve with false.
  /** Records that a suspect starts. If its worker dies, that counts if it was alone. */
  begin(held: LeasedEvent, alone: boolean): Promise<boolean>;
  /** Ends an event, and stores a dead letter in place of an event that is gone. The next one of its line becomes the first. */
  end(held: LeasedEvent, ending: Ending): Promise<boolean>;
  /** Counts an attempt, and makes the event due again later. @param delay Milliseconds. */
  retryLater(held: LeasedEvent, reason: string, delay: number): Promise<boolean>;
  /** Returns the event without counting an attempt. */
  putBack(held: LeasedEvent): Promise<boolean>;

  // Both change many rows. A row that the server refuses keeps no other. They reject at the end then, with its error.
  /** Returns the events of ended leases, as suspects. */
  recover(): Promise<void>;
  /** Deletes ended events that are past their retention. */
  cleanUp(): Promise<void>;
  /** Whether no event may start. */
  isPaused(): Promise<boolean>;
  /** Lets no event start, in any process. */
  pause(): Promise<void>;
  /** Ends a pause. */
  resume(): Promise<void>;
  /** Reads the events that were given up, newest first. */
  deadLetters(limit: number): Promise<readonly DeadLetter[]>;
  /** Makes ended events due again, behind those of their lines. */
  replay(which: ReplayRange): Promise<Changed>;
}

/** Renews leases. */
export interface LeaseRenewal {
  /** Renews those whose rows nobody has locked. */
  readonly unlocked: (held: readonly LeasedEvent[]) => Promise<Renewed>;
  /** Renews one, and waits for the lock of its row. Resolves with false when another worker has the event. */
  readonly one: (held: LeasedEvent) => Promise<boolean>;
}

/** Which leases were renewed. Another worker has those that are in neither set. */
export interface Renewed {
  readonly renewed: ReadonlySet<LeasedEvent>;
  readonly locked: ReadonlySet<LeasedEvent>;
}
