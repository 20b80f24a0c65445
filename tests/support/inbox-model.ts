import {
  type DispatchOutcome,
  type InboxWorker,
  PermanentError,
  type WorkableInbox,
} from '@screening-webhooks/core';
import fc from 'fast-check';
import { expect } from 'vitest';
import { eventOf } from './inbox.js';
import { until } from './until.js';

/** The options of the model. It has two ordered lines of events. */
export const MODEL_OPTIONS = { orderBy: 'verificationId', attempts: 2, backoff: 1 } as const;

/** One inbox that two processes use. */
interface InboxOfTwo {
  readonly instances: readonly [WorkableInbox, WorkableInbox];
  readonly close: () => Promise<void>;
}

type Store = { readonly do: 'store'; readonly id: string; readonly by: number };
type Step =
  | readonly Store[]
  | { readonly do: 'end'; readonly run: number; readonly kind: DispatchOutcome['kind'] }
  | { readonly do: 'start' | 'stop'; readonly by: number }
  | { readonly do: 'replay'; readonly id: string }
  | { readonly do: 'pause' | 'resume' };

const LINE_OF = { a: 'x', b: 'x', c: 'x', d: 'y', e: 'y', f: 'z' } as const;
const ids = Object.keys(LINE_OF);
const lineOf = (id: string): string => Reflect.get(LINE_OF, id);

const id = fc.constantFrom(...ids);
const by = fc.nat(1);
const store = fc.record({ do: fc.constant('store' as const), id, by });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(store) },
  // By both at the same time, as if the answer to the first was late.
  { weight: 2, arbitrary: store.map((one) => [one, { ...one, by: 1 - one.by }]) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      run: fc.nat(2),
      kind: fc.constantFrom('processed' as const, 'discarded' as const, 'failed' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('start' as const, 'stop' as const), by }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replay' as const), id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('pause' as const, 'resume' as const) }) },
);

/**
 * Checks an inbox against `WorkableInbox` under random steps of two processes: events that are stored twice, workers that start
 * and stop, attempts that fail, pauses and replays.
 *
 * @param create Called for each run. Returns an empty inbox with the options of the model.
 */
export async function expectInboxMatchesModel(
  create: () => Promise<InboxOfTwo>,
  numRuns: number,
): Promise<void> {
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 8, maxLength: 25 }),
    async (steps) => {
      const { instances, close } = await create();
      const life = new Life(instances);
      try {
        await life.take({ do: 'start', by: 0 });
        for (const each of steps) await life.take(each);
        await life.end();
      } finally {
        await life.close();
        await close();
      }
    },
  );
  await fc.assert(property, { numRuns });
}

interface Run {
  readonly id: string;
  readonly end: (outcome: DispatchOutcome) => void;
}

class Life {
  readonly #inboxes: InboxOfTwo['instances'];
  readonly #workers: (InboxWorker | undefined)[] = [undefined, undefined];
  readonly #runs = new Set<Run>();
  /** The unfinished events of each line, in their order. */
  readonly #lines = new Map<string, string[]>();
  readonly #failures = new Map<string, number>();
  readonly #ended = new Map<string, 'done' | 'dead'>();
  readonly #wrong: string[] = [];
  /** The events that could start before the pause; `undefined` if the inbox is not paused. */
  #beforePause: readonly string[] | undefined;

  constructor(inboxes: InboxOfTwo['instances']) {
    this.#inboxes = inboxes;
  }

  async take(each: Step): Promise<void> {
    if (!('do' in each)) await this.#store(each);
    else if (each.do === 'end') this.#end(each.run, outcomeOf(each.kind));
    else if (each.do === 'start') await this.#start(each.by);
    else if (each.do === 'stop') await this.#stop(each.by);
    else if (each.do === 'replay') await this.#replay(each.id);
    else await this.#pause(each.do === 'pause');
    await this.#settle();
  }

  /** Processes the remaining events, and checks the dead letters. */
  async end(): Promise<void> {
    await this.#pause(false);
    await this.#start(0);
    await this.#settle();
    while (this.#runs.size > 0) {
      this.#end(0, outcomeOf('processed'));
      await this.#settle();
    }
    const dead = [...this.#ended].filter(([, how]) => how === 'dead').map(([name]) => name);
    await until(async () => (await this.#deadLetters()).length === dead.length);
    expect(await this.#deadLetters()).toEqual(dead.sort());
  }

  async close(): Promise<void> {
    for (const { end } of this.#runs) end(outcomeOf('processed'));
    await Promise.all(this.#workers.map((worker) => worker?.stop({ timeout: 1 })));
  }

  /** Waits until every event runs that can. */
  async #settle(): Promise<void> {
    const works = this.#workers.some((worker) => worker !== undefined);
    const wanted = works && !this.#beforePause ? this.#heads().sort().join() : undefined;
    await until(() => {
      if (this.#wrong.length > 0) throw new Error(this.#wrong.join('\n'));
      return wanted === undefined || this.#running().sort().join() === wanted;
    });
  }

  async #store(stores: readonly Store[]): Promise<void> {
    const [{ id: name } = expect.unreachable()] = stores;
    const line = this.#lines.get(lineOf(name)) ?? [];
    const isNew = !line.includes(name) && !this.#ended.has(name);
    // The event may run before the answer.
    if (isNew) this.#lines.set(lineOf(name), [...line, name]);
    const answers = await Promise.all(
      stores.map((each) =>
        this.#inbox(each.by).store(eventOf(name, lineOf(name)), {
          key: name,
          receivedAt: Date.now(),
        }),
      ),
    );
    const duplicates = stores.map(() => 'duplicate').slice(isNew ? 1 : 0);
    expect([...answers].sort()).toEqual(isNew ? [...duplicates, 'stored'] : duplicates);
  }

  #end(index: number, outcome: DispatchOutcome): void {
    const run = [...this.#runs][index % Math.max(1, this.#runs.size)];
    if (!run) return;
    const failures = (this.#failures.get(run.id) ?? 0) + 1;
    const isFailed = outcome.kind === 'failed' && failures < MODEL_OPTIONS.attempts;
    this.#runs.delete(run);
    if (isFailed) this.#failures.set(run.id, failures);
    else {
      const line = this.#lines.get(lineOf(run.id)) ?? [];
      this.#lines.set(lineOf(run.id), line.slice(1));
      this.#failures.delete(run.id);
      this.#ended.set(run.id, outcome.kind === 'failed' ? 'dead' : 'done');
    }
    run.end(outcome);
  }

  async #start(index: number): Promise<void> {
    if (this.#workers[index]) return;
    this.#workers[index] = await this.#inbox(index).work(
      ({ id: name }, { signal }) =>
        new Promise((resolve) => {
          this.#check(name);
          const run: Run = { id: name, end: resolve };
          this.#runs.add(run);
          // The event is returned, whatever the handler does.
          signal.addEventListener('abort', () => this.#runs.delete(run));
        }),
    );
  }

  /** A started event must be the first of its line, and must not be running already. */
  #check(name: string): void {
    if (this.#running().includes(name)) this.#wrong.push(`${name} runs twice`);
    if (!this.#heads().includes(name)) this.#wrong.push(`${name} runs out of its turn`);
    if (this.#beforePause?.includes(name) === false) this.#wrong.push(`${name} runs in a pause`);
  }

  async #stop(index: number): Promise<void> {
    const worker = this.#workers[index];
    this.#workers[index] = undefined;
    await worker?.stop({ timeout: 1 });
  }

  async #replay(name: string): Promise<void> {
    const has = this.#ended.delete(name);
    const line = lineOf(name);
    if (has) this.#lines.set(line, [...(this.#lines.get(line) ?? []), name]);
    // Its end may not be recorded yet.
    await until(async () => (await this.#inbox(0).replay({ id: name })) === (has ? 1 : 0));
  }

  async #pause(yes: boolean): Promise<void> {
    const before = this.#beforePause ?? this.#heads();
    if (!yes) this.#beforePause = undefined;
    await (yes ? this.#inbox(0).pause() : this.#inbox(1).resume());
    if (yes) this.#beforePause = before;
  }

  async #deadLetters(): Promise<string[]> {
    const letters = await this.#inbox(1).deadLetters();
    return letters.map(({ event }) => event.id).sort();
  }

  #running(): string[] {
    return [...this.#runs].map((run) => run.id);
  }

  #heads(): string[] {
    return [...this.#lines.values()].flatMap(([first]) => first ?? []);
  }

  #inbox(index: number): WorkableInbox {
    return this.#inboxes[index] ?? expect.unreachable('There are two.');
  }
}

function outcomeOf(kind: DispatchOutcome['kind']): DispatchOutcome {
  if (kind === 'failed') return { kind, error: new Error('no') };
  if (kind === 'discarded') return { kind, error: new PermanentError('of no use') };
  return { kind: 'processed' };
}
