import type {
  EventQueue,
  LeasedEvent,
  LeaseRenewal,
  QueueOptions,
} from '@screening-webhooks/core/store-kit';
import fc from 'fast-check';
import { expect } from 'vitest';
import { eventOf } from '../inbox.js';
import {
  type Answer,
  after,
  BACKOFF,
  EMPTY,
  LEASE,
  MAX_BACKOFF,
  type QueueState,
  type Request,
} from './oracle.js';
import { idOf } from './queue-under-test.js';

const MINUTE = 60_000;
/** The options of the queue that the oracle goes by. */
export const ORACLE_OPTIONS: QueueOptions = {
  orderBy: 'verificationId',
  lease: LEASE * MINUTE,
  backoff: BACKOFF * MINUTE,
  maxBackoff: MAX_BACKOFF * MINUTE,
};
// Two lines with an order, and one event without.
const LINE_OF: Readonly<Record<string, string>> = { a: 'x', b: 'x', c: 'x', d: 'y', e: 'y', f: '' };
const LONG = 100_000;

/** A request whose held event has not been chosen yet. */
type Draft =
  | { readonly do: 'store' | 'replay'; readonly id: string }
  | { readonly do: 'fetch' | 'fetchSuspect'; readonly lost: boolean }
  | { readonly do: 'recover' | 'pause' | 'resume' }
  | {
      readonly do: 'begin' | 'end' | 'retryLater' | 'putBack' | 'renew';
      /** The event's place among all that were fetched, counted from the newest. */
      readonly held: number;
      readonly yes: boolean;
      readonly delay: number;
      readonly lost: boolean;
    };

/** Drafts that are sent at the same time, or minutes that pass. */
type Step = readonly Draft[] | { readonly minutes: number };

const minutes = fc.integer({ min: 1, max: 9 });
const draft: fc.Arbitrary<Draft> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('store'), id: id() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replay'), id: id() }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('fetch', 'fetchSuspect'), lost: fc.boolean() }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('begin', 'end', 'retryLater', 'putBack', 'renew'),
      held: fc.integer({ min: 0, max: 3 }),
      yes: fc.boolean(),
      delay: minutes,
      lost: fc.boolean(),
    }),
  },
);
const alone: fc.Arbitrary<Draft> = fc.record({
  do: fc.constantFrom('recover', 'recover', 'resume', 'pause'),
});
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.tuple(draft) },
    { weight: 4, arbitrary: fc.tuple(draft, draft) },
    { weight: 2, arbitrary: fc.tuple(alone) },
    { weight: 2, arbitrary: fc.record({ minutes }) },
  ),
  { minLength: 10, maxLength: 40 },
);

function id(): fc.Arbitrary<string> {
  return fc.constantFrom(...Object.keys(LINE_OF));
}

/** A queue under test, with {@link ORACLE_OPTIONS}, and what its administrator does to its tables. */
export interface QueueOfOracle {
  readonly queue: EventQueue & { readonly renewal: LeaseRenewal };
  /** Deletes all events. */
  readonly clear: () => Promise<unknown>;
  /** Lets so many minutes pass: the next runs and the ends of leases are as much nearer. */
  readonly pass: (minutes: number) => Promise<unknown>;
}

/** Has a queue answer as its contract says, whatever two workers do at the same time. */
export async function expectQueueOfOracle(
  underTest: QueueOfOracle,
  numRuns: number,
): Promise<void> {
  const property = fc.asyncProperty(steps, async (all) => {
    await underTest.clear();
    await underTest.queue.resume();
    const life = new Life(underTest);
    for (const step of all) await life.take(step);
    await life.end();
  });
  await fc.assert(property, { numRuns });
}

/** One queue from its first event to its last, compared with the oracle. */
class Life {
  readonly #underTest: QueueOfOracle;
  readonly #fetched: LeasedEvent[] = [];
  /** More than one, where the answers do not tell in which order the requests were served. */
  #states: readonly QueueState[] = [EMPTY];
  #now = 0;
  #tokens = 0;

  constructor(underTest: QueueOfOracle) {
    this.#underTest = underTest;
  }

  async take(step: Step): Promise<void> {
    if ('minutes' in step) return this.#wait(step.minutes);
    const requests = step.map((one) => this.#requests(one));
    const sent = await Promise.all(requests.map((each) => this.#send(each)));
    const busy = sent.length > 1 ? linesOf(sent) : new Set<string>();
    const reached = this.#states.flatMap((state) => reachedBy(state, sent, this.#now, busy));
    const shown = `${JSON.stringify(sent)} of ${this.#states.map(show)} at ${this.#now}`;
    expect(reached, shown).not.toEqual([]);
    this.#states = [...new Map(reached.map((state) => [show(state), state])).values()];
  }

  /** Runs everything, as one worker. Each event ends once, and the events of a line end in order. */
  async end(): Promise<void> {
    await this.take([{ do: 'resume' }]);
    while (this.#states[0]?.lines.size) {
      await this.#wait(LONG);
      for (const next of ['recover', 'fetch', 'fetchSuspect'] as const) {
        await this.take([next === 'recover' ? { do: next } : { do: next, lost: false }]);
      }
      const lines = [...this.#states[0].lines.values()];
      for (const { ids, token } of lines.filter((line) => line.token !== undefined)) {
        const index = this.#fetched.findLastIndex(
          (each) => each.token === token && idOf(each) === ids[0],
        );
        const newest = this.#fetched.length - 1 - index;
        await this.take([{ do: 'end', held: newest, yes: true, delay: 0, lost: false }]);
      }
    }
    const dead = (await this.#underTest.queue.deadLetters(100)).map(({ event }) => event.id);
    const ended = [...(this.#states[0]?.ended ?? [])];
    const expected = ended.filter(([, outcome]) => outcome === 'dead_letter');
    expect(dead.sort()).toEqual(expected.map(([name]) => name).sort());
  }

  async #wait(passed: number): Promise<void> {
    await this.#underTest.pass(passed);
    this.#now += passed;
  }

  /** A draft as it is sent: again, when its answer was lost. */
  #requests(one: Draft): readonly Request[] {
    if ('id' in one) return [{ do: one.do, id: one.id, line: lineOf(one.id) }];
    if ('held' in one) {
      const held = this.#fetched.at(-1 - (one.held % Math.max(1, this.#fetched.length)));
      if (!held) return [];
      const request = writeOf(one, { id: idOf(held), token: held.token });
      return one.lost ? [request, request] : [request];
    }
    if (one.do !== 'fetch' && one.do !== 'fetchSuspect') return [{ do: one.do }];
    this.#tokens += 1;
    const token = `token ${this.#tokens}`;
    const request = { do: one.do, token } as const;
    // A worker returns events that an unanswered fetch may have leased.
    return one.lost ? [request, { do: 'release', token }] : [request];
  }

  async #send(requests: readonly Request[]): Promise<Sent> {
    const sent: Answered[] = [];
    for (const request of requests) sent.push({ request, answer: await this.#ask(request) });
    return sent;
  }

  async #ask(request: Request): Promise<Answer> {
    const { queue } = this.#underTest;
    switch (request.do) {
      case 'store': {
        const event = eventOf(request.id, LINE_OF[request.id]);
        return queue.store(event, request.id, 0);
      }
      case 'replay':
        return (await queue.replay({ id: request.id })).count > 0;
      case 'fetch':
      case 'fetchSuspect': {
        const events =
          request.do === 'fetch'
            ? (await queue.fetch(10, request.token)).events
            : [await queue.fetchSuspect(request.token)].filter((each) => each !== undefined);
        this.#fetched.push(...events);
        return events.map((each) => ({
          id: idOf(each),
          attempts: each.attempts,
          deaths: each.deaths,
        }));
      }
      case 'release':
        await queue.release(request.token);
        return true;
      case 'recover':
      case 'pause':
      case 'resume':
        await queue[request.do]();
        return true;
      default: {
        const held = this.#fetched.findLast(
          (each) => each.token === request.token && idOf(each) === request.id,
        );
        if (!held) return expect.unreachable('It was fetched.');
        switch (request.do) {
          case 'begin':
            return queue.begin(held, request.alone);
          case 'end':
            return queue.end(held, { outcome: request.outcome, attempts: 1 });
          case 'retryLater':
            return queue.retryLater(held, 'no', request.delay * MINUTE);
          case 'putBack':
            return queue.putBack(held);
          case 'renew':
            return renews(queue.renewal, held);
        }
      }
    }
  }
}

interface Answered {
  readonly request: Request;
  readonly answer: Answer;
}

type Sent = readonly Answered[];

function writeOf(
  one: Extract<Draft, { held: number }>,
  held: { id: string; token: string },
): Request {
  switch (one.do) {
    case 'begin':
      return { ...held, do: one.do, alone: one.yes };
    case 'end':
      return { ...held, do: one.do, outcome: one.yes ? 'processed' : 'dead_letter' };
    case 'retryLater':
      return { ...held, do: one.do, delay: one.delay };
    default:
      return { ...held, do: one.do };
  }
}

/** An event without an order is a separate line. */
function lineOf(name: string): string {
  return LINE_OF[name] || `only ${name}`;
}

/** The states that requests may have led to which were sent at the same time. None: no order explains their answers. */
function reachedBy(
  state: QueueState,
  sent: readonly Sent[],
  now: number,
  busy: ReadonlySet<string>,
): readonly QueueState[] {
  const waiting = sent.filter(({ length }) => length > 0);
  if (waiting.length === 0) return [state];
  return waiting.flatMap((one) => {
    const [first, ...rest] = one;
    const next = first ? after(state, first.request, first.answer, now, busy) : [];
    const others = waiting.filter((other) => other !== one);
    return next.flatMap((each) => reachedBy(each, [rest, ...others], now, busy));
  });
}

/** The lines that requests may lock. */
function linesOf(sent: readonly Sent[]): ReadonlySet<string> {
  const ids = sent.flat().flatMap(({ request, answer }) => {
    if ('id' in request) return [request.id];
    return typeof answer === 'boolean' ? [] : answer.map(({ id }) => id);
  });
  return new Set(ids.map(lineOf));
}

function show({ lines, ended, paused }: QueueState): string {
  return JSON.stringify({ lines: [...lines], ended: [...ended], paused });
}

async function renews({ unlocked, one }: LeaseRenewal, held: LeasedEvent): Promise<boolean> {
  const { renewed, locked } = await unlocked([held]);
  return locked.has(held) ? one(held) : renewed.has(held);
}
