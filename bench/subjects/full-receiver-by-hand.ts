import { randomUUID } from 'node:crypto';
import { verifyByHand } from './by-hand.js';

const ACK_TIMEOUT_MS = 12_000;
const LEASE_MS = 60_000;
const RETENTION_MS = 604_800_000;
const MAX_BODY_BYTES = 1_048_576;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** A request, independent of any framework. */
interface RequestByHand {
  readonly method: string;
  readonly header: (name: string) => string | null;
  readonly readBody: () => Buffer | Promise<Buffer>;
}

/** The answer to send. */
interface AnswerByHand {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly outcome: string;
}

interface EventByHand {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly integrationId?: unknown };
}
type HandlerByHand = (
  event: EventByHand,
  context: { readonly signal: AbortSignal | undefined },
) => unknown;

/** The result of {@link fullReceiverByHand}. */
export interface FullReceiverByHand {
  readonly receive: (request: RequestByHand) => Promise<AnswerByHand>;
  /** Answers 503 from now on, and resolves when the handlers have ended or the time is over; their signals then abort. */
  readonly drain: (timeoutMs: number) => Promise<void>;
}

/**
 * A receiver without a library. It keeps the promises of the toolkit that cost something at each delivery: method, type,
 * encoding and size are checked; a body that is not UTF-8, or not an event, is refused; the ids of two integrations are kept
 * apart; a claim has an owner and a lease by a monotonic clock, and a done id has a retention; the ack comes before the sender
 * gives up, counted from the arrival, and late work continues; a drain knows which handlers run; an event states its source;
 * the answer is a value. It has one secret and one store, which it trusts: it does not check the answers of the store, retry
 * commits, renew leases, abandon handlers, or report observations.
 *
 * @param options `remembered`: the number of event ids that it keeps at most. `withSignal`: each handler gets a signal,
 *   which a drain aborts. Our receiver creates the signal when it is read.
 */
export function fullReceiverByHand(
  handlers: Readonly<Record<string, HandlerByHand>>,
  { remembered, withSignal }: { readonly remembered: number; readonly withSignal: boolean },
): FullReceiverByHand {
  const verify = verifyByHand((body) => readEvent(decoder.decode(body)));
  const byType = new Map(Object.entries(handlers));
  const claims = ownedClaims(remembered);
  const running = new Map<Promise<string>, AbortController | undefined>();
  const process = randomUUID();
  let claimed = 0;
  let draining = false;

  async function run(
    handler: HandlerByHand,
    event: EventByHand,
    key: string,
    owner: string,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    try {
      await handler(event, { signal });
    } catch {
      claims.release(key, owner);
      return 'failed';
    }
    return claims.commit(key, owner) ? 'processed' : 'unavailable';
  }

  async function receive(request: RequestByHand): Promise<AnswerByHand> {
    const arrivedAt = performance.now();
    if (draining) return answer(503, 'unavailable');
    const refused = refusal(request);
    if (refused) return refused;
    const body = await request.readBody();
    if (body.length > MAX_BODY_BYTES) return answer(413, 'rejected');
    let event: EventByHand | undefined;
    try {
      event = verify(body, request.header('service-signature') ?? '');
    } catch {
      return answer(400, 'rejected');
    }
    if (!event) return answer(401, 'rejected');
    const handler = byType.get(event.type) ?? byType.get('*');
    if (!handler) return answer(200, 'ignored');
    Object.defineProperty(event, 'source', { value: 'webhook' });
    claimed += 1;
    const owner = `${process}.${claimed}`;
    const key = keyOf(event);
    const claim = claims.claim(key, owner);
    if (claim === 'duplicate') return answer(200, claim);
    if (claim === 'in_progress') return answer(409, claim);

    const controller = withSignal ? new AbortController() : undefined;
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<string>((resolve) => {
      const left = ACK_TIMEOUT_MS - (performance.now() - arrivedAt);
      timer = setTimeout(resolve, left, 'timed_out');
    });
    const work = run(handler, event, key, owner, controller?.signal);
    running.set(work, controller);
    const outcome = await Promise.race([work, deadline]);
    clearTimeout(timer);
    if (outcome === 'timed_out') void work.then(() => running.delete(work));
    else running.delete(work);
    return answer(statusOf(outcome), outcome);
  }

  async function drain(timeoutMs: number): Promise<void> {
    draining = true;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    await Promise.race([Promise.all(running.keys()), timeout]);
    clearTimeout(timer);
    for (const controller of running.values()) controller?.abort();
  }

  return { receive, drain };
}

function refusal({ method, header }: RequestByHand): AnswerByHand | undefined {
  if (method !== 'POST') return answer(405, 'rejected');
  const [type = ''] = (header('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') return answer(415, 'rejected');
  if ((header('content-encoding') ?? 'identity') !== 'identity') return answer(415, 'rejected');
  if (header('service-signature') === null) return answer(400, 'rejected');
  if (Number(header('content-length')) > MAX_BODY_BYTES) return answer(413, 'rejected');
  return undefined;
}

/** The event of a body, or `undefined` if the body is not an event. */
function readEvent(text: string): EventByHand | undefined {
  const event: unknown = JSON.parse(text);
  return isEvent(event) ? event : undefined;
}

function isEvent(value: unknown): value is EventByHand {
  return (
    isRecord(value) &&
    isId(value['id']) &&
    typeof value['type'] === 'string' &&
    typeof value['created'] === 'string' &&
    isRecord(value['data'])
  );
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= 255;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keyOf({ id, data: { integrationId } }: EventByHand): string {
  const integration = typeof integrationId === 'string' ? integrationId : '';
  return `${encodeURIComponent(integration)}:${id}`;
}

function statusOf(outcome: string): number {
  if (outcome === 'processed') return 200;
  return outcome === 'failed' ? 500 : 503;
}

function answer(status: number, outcome: string): AnswerByHand {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (status === 409 || status === 503) headers['retry-after'] = '60';
  if (status === 405) headers['allow'] = 'POST';
  return { status, headers, body: `{"outcome":"${outcome}"}`, outcome };
}

interface OwnedClaim {
  readonly owner: string;
  /** The end of the lease, by `performance.now()`; of the retention, by `Date.now()`. */
  readonly endsAt: number;
  readonly isDone: boolean;
}

// Two generations, for the reason in receiver-by-hand.ts.
function ownedClaims(remembered: number) {
  let recent = new Map<string, OwnedClaim>();
  let older = new Map<string, OwnedClaim>();
  const held = (key: string, owner: string): boolean => {
    const claim = recent.get(key) ?? older.get(key);
    return (
      claim !== undefined &&
      claim.owner === owner &&
      !claim.isDone &&
      claim.endsAt > performance.now()
    );
  };
  return {
    claim(key: string, owner: string): 'acquired' | 'duplicate' | 'in_progress' {
      const now = performance.now();
      const known = recent.get(key) ?? older.get(key);
      if (known?.isDone && known.endsAt > Date.now()) return 'duplicate';
      if (known && !known.isDone && known.endsAt > now) return 'in_progress';
      if (recent.size >= remembered / 2) {
        older = recent;
        recent = new Map();
      }
      recent.set(key, { owner, endsAt: now + LEASE_MS, isDone: false });
      return 'acquired';
    },
    commit(key: string, owner: string): boolean {
      if (!held(key, owner)) return false;
      recent.set(key, { owner, endsAt: Date.now() + RETENTION_MS, isDone: true });
      return true;
    },
    release(key: string, owner: string): void {
      if (!held(key, owner)) return;
      recent.delete(key);
      older.delete(key);
    },
  };
}
