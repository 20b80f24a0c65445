// The answers that a queue of events owes, from the words of `WorkableInbox` and `EventQueue`, without its SQL.

/** All times in minutes. */
export const LEASE = 5;
export const BACKOFF = 1;
export const MAX_BACKOFF = 3;

type Outcome = 'processed' | 'dead_letter';

/** A request to a queue. `token` names the fetch by which an event is held. */
export type Request =
  | { readonly do: 'store' | 'replay'; readonly id: string; readonly line: string }
  | Fetch
  | { readonly do: 'release'; readonly token: string }
  | ({ readonly do: 'begin'; readonly alone: boolean } & Held)
  | ({ readonly do: 'end'; readonly outcome: Outcome } & Held)
  | ({ readonly do: 'retryLater'; readonly delay: number } & Held)
  | ({ readonly do: 'putBack' | 'renew' } & Held)
  | { readonly do: 'recover' | 'pause' | 'resume' };

interface Fetch {
  readonly do: 'fetch' | 'fetchSuspect';
  readonly token: string;
}

interface Held {
  readonly id: string;
  readonly token: string;
}

/** An event that a fetch has leased. */
interface Fetched {
  readonly id: string;
  readonly attempts: number;
  readonly deaths: number;
}

/** The answer to a request: the leased events of a fetch, or whether another request had an effect. */
export type Answer = readonly Fetched[] | boolean;

/** Only the first event of a line may be running or due. */
interface Line {
  readonly ids: readonly string[];
  readonly token: string | undefined;
  readonly leaseEnd: number;
  readonly alone: boolean;
  readonly suspect: boolean;
  readonly attempts: number;
  readonly deaths: number;
  readonly dueAt: number;
}

export interface QueueState {
  readonly lines: ReadonlyMap<string, Line>;
  readonly ended: ReadonlyMap<string, Outcome>;
  readonly paused: boolean;
}

export const EMPTY: QueueState = { lines: new Map(), ended: new Map(), paused: false };

const FREE = { token: undefined, leaseEnd: 0, alone: false } as const;
const FRESH = { ...FREE, suspect: false, attempts: 0, deaths: 0 } as const;

/**
 * The states that a request may have led to. None: it must not be answered so.
 *
 * @param busy Lines that somebody else works on at the same moment. A fetch and a release may pass them over.
 */
export function after(
  state: QueueState,
  request: Request,
  answer: Answer,
  now: number,
  busy: ReadonlySet<string>,
): readonly QueueState[] {
  if (request.do === 'release') return afterRelease(state, request.token, busy);
  const next = afterAnswer(state, request, answer, now, busy);
  return next ? [next] : [];
}

function afterAnswer(
  state: QueueState,
  request: Exclude<Request, { do: 'release' }>,
  answer: Answer,
  now: number,
  busy: ReadonlySet<string>,
): QueueState | undefined {
  switch (request.do) {
    case 'store': {
      const known = state.ended.has(request.id) || isQueued(state, request.id);
      if (answer !== !known) return undefined;
      return known ? state : append(state, request.line, request.id, now);
    }
    case 'replay': {
      const has = state.ended.has(request.id);
      if (answer !== has) return undefined;
      if (!has) return state;
      const ended = new Map(state.ended);
      ended.delete(request.id);
      return append({ ...state, ended }, request.line, request.id, now);
    }
    case 'fetch':
    case 'fetchSuspect':
      return afterFetch(state, request, answer, now, busy);
    case 'recover':
      return { ...state, lines: mapLines(state, (line) => recovered(line, now)) };
    case 'pause':
    case 'resume':
      return { ...state, paused: request.do === 'pause' };
    default:
      return afterWrite(state, request, answer, now);
  }
}

/** A line that is passed over returns when its lease ends. */
function afterRelease(
  state: QueueState,
  token: string,
  busy: ReadonlySet<string>,
): readonly QueueState[] {
  const held = [...state.lines].filter(([, line]) => line.token === token);
  return held.reduce<readonly QueueState[]>(
    (states, [name, line]) => [
      ...(busy.has(name) ? states : []),
      ...states.map((each) => ({
        ...each,
        lines: new Map(each.lines).set(name, { ...line, ...FREE }),
      })),
    ],
    [state],
  );
}

function afterFetch(
  state: QueueState,
  request: Fetch,
  answer: Answer,
  now: number,
  busy: ReadonlySet<string>,
): QueueState | undefined {
  if (typeof answer === 'boolean') return undefined;
  const suspect = request.do === 'fetchSuspect';
  const may = [...state.lines].filter(
    ([, line]) =>
      !state.paused && line.token === undefined && line.suspect === suspect && line.dueAt <= now,
  );
  const got = may.filter(([, { ids, attempts, deaths }]) =>
    answer.some((one) => one.id === ids[0] && one.attempts === attempts && one.deaths === deaths),
  );
  if (got.length !== answer.length) return undefined;
  // A suspect is fetched alone.
  const wanted = suspect ? Math.min(1, may.length) : may.length;
  const passedOver = may.filter(([name]) => busy.has(name)).length;
  if (got.length < wanted - passedOver || (suspect && got.length > 1)) return undefined;
  const lines = new Map(state.lines);
  for (const [name, line] of got) {
    lines.set(name, { ...line, token: request.token, leaseEnd: now + LEASE });
  }
  return { ...state, lines };
}

function afterWrite(
  state: QueueState,
  request: Extract<Request, Held>,
  answer: Answer,
  now: number,
): QueueState | undefined {
  const [name, line] = [...state.lines].find(([, { ids }]) => ids[0] === request.id) ?? [];
  const isHeld = line?.token === request.token;
  if (answer !== isHeld) return undefined;
  if (!isHeld || !line || name === undefined) return state;
  const set = (next: Line): QueueState => ({
    ...state,
    lines: new Map(state.lines).set(name, next),
  });
  switch (request.do) {
    case 'begin':
      return set({ ...line, alone: request.alone, leaseEnd: now + LEASE });
    case 'renew':
      return set({ ...line, leaseEnd: now + LEASE });
    case 'putBack':
      return set({ ...line, ...FREE });
    case 'retryLater':
      return set({
        ...line,
        ...FREE,
        suspect: false,
        attempts: line.attempts + 1,
        dueAt: now + request.delay,
      });
    case 'end': {
      const [ended = '', ...ids] = line.ids;
      const next = set({ ...line, ...FRESH, ids, dueAt: now });
      const lines = new Map(next.lines);
      if (ids.length === 0) lines.delete(name);
      return { ...next, lines, ended: new Map(state.ended).set(ended, request.outcome) };
    }
  }
}

/** Frees a line whose worker has lost its lease. Only an event that ran alone can be the cause. */
function recovered(line: Line, now: number): Line {
  if (line.token === undefined || line.leaseEnd > now) return line;
  const after = { ...line, ...FREE, suspect: true };
  if (!line.alone) return { ...after, dueAt: now };
  const wait = Math.min(BACKOFF * 2 ** line.attempts, MAX_BACKOFF);
  const [attempts, deaths] = [line.attempts + 1, line.deaths + 1];
  return { ...after, attempts, deaths, dueAt: now + wait };
}

function append(state: QueueState, name: string, id: string, now: number): QueueState {
  const line = state.lines.get(name) ?? { ...FRESH, ids: [], dueAt: now };
  return {
    ...state,
    lines: new Map(state.lines).set(name, { ...line, ids: [...line.ids, id] }),
  };
}

function isQueued(state: QueueState, id: string): boolean {
  return [...state.lines.values()].some(({ ids }) => ids.includes(id));
}

function mapLines(state: QueueState, change: (line: Line) => Line): Map<string, Line> {
  return new Map([...state.lines].map(([name, line]) => [name, change(line)]));
}
