import {
  type CallService,
  isRecord,
  type ListPage,
  SandboxError,
  withQuery,
} from './call-service.js';
import type { ShownClock } from './clock.js';

/** An event on its way to an endpoint. */
export interface SandboxDelivery {
  readonly id: string;
  readonly eventId: string;
  /** Such as `document_verification.completed`. */
  readonly eventType: string;
  readonly endpointId: string;
  /** `scheduled`, `delivering`, `retrying`, `succeeded`, `failed`, `held` or `canceled`. */
  readonly status: string;
  /** Number of attempts so far. */
  readonly attemptCount: number;
  /** ISO 8601; null when no attempt is scheduled. */
  readonly nextAttemptAt: string | null;
  /** ISO 8601; null until a 2xx. */
  readonly succeededAt: string | null;
  /** When the event was scheduled, ISO 8601. */
  readonly createdAt: string;
  /** The other fields of the API's answer. */
  readonly [field: string]: unknown;
}

/** Filters of a list of deliveries, and its page. Times are ISO 8601. */
export interface DeliveryFilter {
  readonly endpointId?: string | undefined;
  readonly eventId?: string | undefined;
  readonly eventType?: string | undefined;
  /** The id of the verification that the event is about. */
  readonly subjectId?: string | undefined;
  readonly status?: string | undefined;
  readonly createdAfter?: string | undefined;
  readonly createdBefore?: string | undefined;
  /** 1 to 100. Default 25. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The deliveries of the sandbox's endpoints. */
export interface SandboxDeliveries {
  /** The deliveries of a verification's events, oldest first. */
  of(
    verification: string | { readonly verificationId: string },
  ): Promise<readonly SandboxDelivery[]>;
  /** A page of deliveries, newest first. */
  list(filter?: DeliveryFilter): Promise<ListPage<SandboxDelivery>>;
  /**
   * Replays a delivery that has succeeded or failed. On a frozen clock, `clock.settle()` makes the attempt.
   *
   * @throws SandboxError while the delivery has not ended, or its endpoint is paused or deleted.
   */
  replay(delivery: string | { readonly id: string }): Promise<SandboxDelivery>;
  /**
   * Resolves with the first delivery that matches. On a frozen clock, other code must move the clock in the meantime.
   *
   * @param options `timeout`: milliseconds of the machine's clock. Default 4,000, below the limit that Vitest and Jest set
   *   for a test.
   * @throws SandboxError with the code `timed_out`, or at once with `nothing_due` when the clock is frozen, nobody moves it, and
   *   nothing is due. Its message lists the deliveries and their attempts, with what the receiver answered, and says what to do.
   */
  waitFor(
    predicate: (delivery: SandboxDelivery) => boolean,
    options?: { readonly timeout?: number | undefined },
  ): Promise<SandboxDelivery>;
}

const PATH = '/v1/webhook-deliveries';
const POLL_MS = 10;

/**
 * @param api Calls with the API key.
 * @param showClock Reads the clock.
 * @param pause Waits a number of milliseconds outside this thread; resolves with the time of that clock in milliseconds.
 */
export function sandboxDeliveries(
  api: CallService,
  showClock: () => Promise<ShownClock>,
  pause: (ms: number) => Promise<number>,
): SandboxDeliveries {
  // The service's answers have the shapes that its own contract tests check.
  const list = async (filter: DeliveryFilter = {}) =>
    (await api('GET', withQuery(PATH, { ...filter }))) as ListPage<SandboxDelivery>;
  /** Reads every page, oldest first. */
  const all = async (filter: DeliveryFilter): Promise<readonly SandboxDelivery[]> => {
    const { data, nextCursor } = await list({ ...filter, limit: 100 });
    const older = nextCursor === null ? [] : await all({ ...filter, cursor: nextCursor });
    return [...older, ...data.toReversed()];
  };
  return {
    async of(verification) {
      const verificationId =
        typeof verification === 'string' ? verification : verification?.verificationId;
      if (typeof verificationId !== 'string')
        throw new TypeError('deliveries.of: expected a verification or its verificationId.');
      return all({ subjectId: verificationId });
    },
    list,
    async replay(delivery) {
      const id = typeof delivery === 'string' ? delivery : delivery?.id;
      if (typeof id !== 'string')
        throw new TypeError('deliveries.replay: expected a delivery or its id.');
      return (await api('POST', `${PATH}/${encodeURIComponent(id)}/replay`)) as SandboxDelivery;
    },
    async waitFor(predicate, { timeout = 4000 } = {}) {
      if (typeof predicate !== 'function')
        throw new TypeError('deliveries.waitFor: expected a function that takes a delivery.');
      if (typeof timeout !== 'number' || !(timeout >= 0))
        throw new TypeError('deliveries.waitFor: timeout: expected a number of milliseconds.');
      const end = (await pause(0)) + timeout;
      for (;;) {
        // Read first, so that the deliveries show all work that had ended by then.
        const clock = await showClock();
        const deliveries = await all({});
        const match = deliveries.find(predicate);
        if (match) return match;
        // A move may have begun meanwhile.
        const isVain = isIdle(clock) && isIdle(await showClock());
        if (!isVain && (await pause(POLL_MS)) < end) continue;
        const history = await deliveryHistory(api, describeClock(clock), deliveries);
        const reason = isVain ? 'and nothing is due' : `within ${timeout} ms`;
        const message = `deliveries.waitFor: no delivery matched ${reason}.\n${history}`;
        throw new SandboxError(message, { code: isVain ? 'nothing_due' : 'timed_out' });
      }
    },
  };
}

/** Whether nothing happens until a test causes something, or moves the clock. */
function isIdle({ mode, moving, now, next }: ShownClock): boolean {
  return mode === 'frozen' && !moving && (next === null || Date.parse(next) > Date.parse(now));
}

function describeClock({ mode, now, next }: ShownClock): string {
  if (mode === 'real') return `The time is ${now}.`;
  const frozen = `The clock is frozen at ${now}`;
  if (next === null) {
    return `${frozen}, and there is no job. Cause an event, such as by sandbox.verifications.create(…) or sandbox.trigger(…), and then move the clock: await sandbox.clock.advance('15m').`;
  }
  const cure =
    Date.parse(next) > Date.parse(now)
      ? `await sandbox.clock.next(), or sandbox.clock.advance('15m')`
      : `await sandbox.clock.settle(), or sandbox.clock.advance('15m')`;
  return `${frozen}, and the next job is due at ${next}. Nothing is sent before the clock is moved: ${cure}.`;
}

const SHOWN = 20;
/** The longest part of an answer that is shown, in UTF-16 units. */
const LONGEST = 200;

/** Describes the latest deliveries and their attempts, for the message of an error. @param time A sentence on the clock. */
export async function deliveryHistory(
  api: CallService,
  time: string,
  deliveries: readonly { readonly id: string }[],
): Promise<string> {
  if (deliveries.length === 0) return `There are no deliveries. ${time}`;
  const omitted = deliveries.length - SHOWN;
  const lines = omitted > 0 ? [`(${omitted} earlier deliveries are not shown)`] : [];
  for (const { id } of deliveries.slice(-SHOWN)) {
    lines.push(
      ...describeDelivery(await api('GET', `/v1/webhook-deliveries/${encodeURIComponent(id)}`)),
    );
  }
  return [...lines, time].join('\n');
}

function describeDelivery(delivery: unknown): string[] {
  if (!isRecord(delivery)) return [];
  const { id, eventType, status, nextAttemptAt, attempts } = delivery;
  const next = nextAttemptAt ? `, next attempt ${nextAttemptAt}` : '';
  return [
    `${[id, eventType, status].filter(Boolean).join(' ')}${next}`,
    ...(Array.isArray(attempts) ? attempts : []).filter(isRecord).map(describeAttempt),
  ];
}

function describeAttempt(attempt: Readonly<Record<string, unknown>>): string {
  const { number, startedAt, state, responseStatus, responseBody, error } = attempt;
  const reason =
    isRecord(error) && !responseStatus ? `${error['code']}: ${error['message']}` : undefined;
  const said = typeof responseBody === 'string' ? oneLine(responseBody) : '';
  const result = [number, startedAt, state, responseStatus, reason].filter(Boolean).join(' ');
  return `  #${result}${state === 'failed' && said !== '' ? `, it said: ${said}` : ''}`;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
