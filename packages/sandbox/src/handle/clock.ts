import type { DueKind, DueObject } from '../service/control/due-kinds.js';
import { parseDuration } from '../service/control/duration.js';
import { type CallService, withQuery } from './call-service.js';
import { checkInstant } from './sandbox-options.js';

/** A job of the service that has failed. That is a defect of the service, or of its database. */
export interface FailedJob {
  /** The kind of work, such as `source_attempt`. */
  readonly kind: string;
  /** The id of its object, such as a verification or a delivery. */
  readonly id: string;
  /**
   * `waiting`: it is tried again, 1, 5 and 15 minutes later. `ended`: its object says that it has failed. `parked`: it waits until
   * it is released.
   */
  readonly outcome: 'waiting' | 'ended' | 'parked';
}

/** The effects of a move of the clock. */
export interface ClockMove {
  /** The time after the move, ISO 8601. */
  readonly now: string;
  /** Number of jobs that were done: delivery attempts, checks at issuing sources, expiries. */
  readonly ran: number;
  /** The jobs that have failed, at most 100. */
  readonly failed: readonly FailedJob[];
  /** Delivery attempts among them. */
  readonly deliveries: { readonly succeeded: number; readonly failed: number };
  /** When the next job is due, ISO 8601; null when there is none. */
  readonly next: string | null;
  /** The target time of the move, ISO 8601; null for `drain`. */
  readonly target: string | null;
  /** Whether the move ended early, at `now`, because it had run too many jobs, or for too long. */
  readonly limitReached: boolean;
  /** Whether the move ended early, at `now`, because it was stopped. */
  readonly stopped: boolean;
}

/** Due work: a job, or the end of a secret that signs beside a newer one. */
export interface Due {
  readonly kind: DueKind;
  /** ISO 8601. */
  readonly at: string;
  readonly object: { readonly type: DueObject; readonly id: string };
  /** The owner of the object. */
  readonly tenantId: string;
  /** The host of the endpoint, such as `127.0.0.1:3000`; null where there is none. */
  readonly host: string | null;
  /** The number of the attempt of a delivery, from 1; null for everything else. */
  readonly attempt: number | null;
}

/** All due work. A job may make other work due when it runs. */
export interface DueWork {
  /** Soonest first, at most 200. */
  readonly data: readonly Due[];
  readonly byKind: { readonly [Kind in DueKind]?: number };
  /** The sum of `byKind`. */
  readonly total: number;
  /** Whether every job is counted. At most the first 1,000 are. */
  readonly complete: boolean;
}

/** The sandbox's clock. A move resolves when everything that became due has run, each result awaited. */
export interface SandboxClock {
  /** The time, ISO 8601. */
  now(): Promise<string>;
  /**
   * Reads the due work.
   *
   * @param until A Date, ISO 8601 with an offset, or a duration such as `15m`: only what a move to that time begins with. Default: all.
   * @throws TypeError for anything else.
   */
  due(until?: string | Date): Promise<DueWork>;
  /**
   * Moves forward by a duration: `30s`, `15m`, `1h30m`, `7d`, or ISO 8601 (`PT15M`).
   *
   * @throws TypeError for a number, or a text that is not a duration.
   */
  advance(by: string | { readonly by: string }): Promise<ClockMove>;
  /**
   * Moves forward to a time: a Date, or ISO 8601 with an offset.
   *
   * @throws TypeError for anything else.
   */
  to(time: string | Date): Promise<ClockMove>;
  /** Moves forward to the next job that is due, and runs it. */
  next(): Promise<ClockMove>;
  /** Moves forward from job to job until none is left. */
  drain(): Promise<ClockMove>;
  /** Runs what is due already. The time stays. */
  settle(): Promise<ClockMove>;
}

/** The clock, as the service shows it. */
export interface ShownClock {
  readonly mode: 'real' | 'frozen';
  /** ISO 8601. */
  readonly now: string;
  /** When the next job is due, ISO 8601; null when there is none. */
  readonly next: string | null;
  /** Whether a move is in progress. */
  readonly moving: boolean;
  readonly due: DueWork;
  /** The job that a move waits for; null when it waits for none. */
  readonly running: {
    readonly kind: string;
    /** The id of its object, such as a delivery. */
    readonly id: string;
    /** Where an attempt was sent, such as `127.0.0.1:3000`; null for other jobs. */
    readonly host: string | null;
    /** The time of this computer, ISO 8601. */
    readonly since: string;
  } | null;
}

const PATH = '/_sandbox/clock';

export function sandboxClock(call: CallService): SandboxClock & { show(): Promise<ShownClock> } {
  let moves = 0;
  // The service's answers have the shapes that its own contract tests check.
  const move = async (body: Readonly<Record<string, string | true>>): Promise<ClockMove> => {
    moves += 1;
    try {
      return (await call('POST', PATH, body)) as ClockMove;
    } finally {
      moves -= 1;
    }
  };
  const show = async (): Promise<ShownClock> => {
    // A move may be in flight.
    const moving = moves > 0;
    const clock = (await call('GET', PATH)) as ShownClock;
    return { ...clock, moving: moving || moves > 0 || clock.moving };
  };
  return {
    show,
    now: async () => (await show()).now,
    async due(until) {
      const query = until === undefined ? {} : { until: checkUntil(until) };
      return ((await call('GET', withQuery(PATH, query))) as ShownClock).due;
    },
    advance: async (by) => move({ advance: checkDuration(typeof by === 'string' ? by : by?.by) }),
    to: async (time) => move({ to: checkInstant('clock.to', time) }),
    next: () => move({ next: true }),
    drain: () => move({ drain: true }),
    settle: () => move({ settle: true }),
  };
}

function checkUntil(until: unknown): string {
  const isDuration = typeof until === 'string' && parseDuration(until) !== undefined;
  return isDuration ? until : checkInstant('clock.due', until);
}

function checkDuration(value: unknown): string {
  if (typeof value === 'string' && parseDuration(value) !== undefined) return value;
  throw new TypeError(
    `clock.advance: expected a duration with its unit, such as '30s', '15m', '1h30m', '7d' or 'PT15M', got ${JSON.stringify(value)}.`,
  );
}
