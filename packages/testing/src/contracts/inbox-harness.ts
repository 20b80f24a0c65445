import type {
  DispatchOutcome,
  EventEnvelope,
  InboxOptions,
  InboxProcess,
  InboxWorker,
  InboxWorkOptions,
  MaybePromise,
  WorkableInbox,
} from '@screening-webhooks/core';
import { fixture } from '../fixture.js';
import type { ContractCase } from './contract.js';
import { waitUntil } from './wait-until.js';

/** How the contract reaches an inbox. */
export interface InboxHarness {
  /** An empty inbox with these options, on storage that no other case sees. */
  readonly create: (options: InboxOptions) => MaybePromise<InboxUnderTest>;
  /** Milliseconds after which a wait fails its case: only ends a hang. Default 60,000. */
  readonly timeout?: number | undefined;
  /** The kinds of damage that `damage` of the inboxes does. Their cases are left out without it. */
  readonly damages?: readonly Damage[] | undefined;
  /** Whether the inboxes have `lock`. Its cases are left out without it. */
  readonly locks?: boolean | undefined;
}

/**
 * The harm that a fault of the storage, or somebody with access to it, does to a stored event: it is removed, its JSON becomes
 * unreadable, or it is marked as ended and nothing else.
 */
export type Damage = 'gone' | 'unreadable' | 'ended by hand';

/** The inbox of one case. */
export interface InboxUnderTest {
  readonly inbox: WorkableInbox;
  /** Another instance on the same storage, in place of another process. */
  readonly reopen: () => MaybePromise<WorkableInbox>;
  /** Damages what is stored of the event with this id, as nothing in the inbox does. */
  readonly damage?: ((id: string, how: Damage) => MaybePromise<unknown>) | undefined;
  /** Locks what is stored of the event with this id, as another connection does, until the returned function is called. */
  readonly lock?: ((id: string) => Promise<() => MaybePromise<unknown>>) | undefined;
  /** Called at the end of the case, after the workers have stopped. */
  readonly close?: (() => MaybePromise<void>) | undefined;
}

/** The inbox of one case, and its workers, which are stopped after it. */
export interface InboxCaseContext {
  readonly inbox: WorkableInbox;
  readonly reopen: InboxUnderTest['reopen'];
  /** @throws TypeError when the inbox has none. */
  readonly damage: NonNullable<InboxUnderTest['damage']>;
  /** @throws TypeError when the inbox has none. */
  readonly lock: NonNullable<InboxUnderTest['lock']>;
  /** Starts a worker, of `inbox` or of another instance. */
  readonly work: (
    process: InboxProcess,
    options?: InboxWorkOptions,
    instance?: WorkableInbox,
  ) => Promise<InboxWorker>;
  /** Starts a worker that processes each event, and returns the events of its runs. */
  readonly record: () => Promise<readonly EventEnvelope[]>;
  /** Waits until a condition holds; `what` names it in the message. */
  readonly until: (what: string, holds: () => MaybePromise<boolean>) => Promise<void>;
  /**
   * Stores an event that fails once, and waits until its retry is processed. A run that must not happen has had as long
   * to happen as a retry takes, by the clock of the storage. Needs a worker, and two attempts for each event.
   */
  readonly afterRetry: () => Promise<void>;
}

/** Makes a case of the contract. */
export type InboxCase = (
  name: string,
  options: InboxOptions,
  body: (context: InboxCaseContext) => Promise<void>,
) => ContractCase;

/** The outcomes that most cases need. */
export const processed: DispatchOutcome = { kind: 'processed' };
export const failed: DispatchOutcome = {
  kind: 'failed',
  error: new Error('the database is down'),
};

/** Makes the cases of one inbox. */
export function inboxCases({ create, timeout }: InboxHarness): InboxCase {
  return (name, options, body) => {
    const run = async (): Promise<void> => {
      const {
        inbox,
        reopen,
        close,
        damage = missing,
        lock = missing,
      } = await create({ backoff: 50, ...options });
      const workers: InboxWorker[] = [];
      const runsOfRetried = new Map<string, number>();
      const until: InboxCaseContext['until'] = (what, holds) => waitUntil(what, holds, timeout);
      const work: InboxCaseContext['work'] = async (process, workOptions, instance = inbox) => {
        const worker = await instance.work(async (event, context) => {
          const runs = runsOfRetried.get(event.id);
          if (runs === undefined) return process(event, context);
          runsOfRetried.set(event.id, runs + 1);
          return runs === 0 ? failed : processed;
        }, workOptions);
        workers.push(worker);
        return worker;
      };
      const record: InboxCaseContext['record'] = async () => {
        const seen: EventEnvelope[] = [];
        await work(async (event) => {
          seen.push(event);
          return processed;
        });
        return seen;
      };
      const afterRetry = async (): Promise<void> => {
        const id = `evt_retried_${runsOfRetried.size}`;
        runsOfRetried.set(id, 0);
        await store(inbox, eventOf(id));
        await until('a retry', () => (runsOfRetried.get(id) ?? 0) > 1);
      };
      try {
        await body({ inbox, reopen, damage, lock, work, record, until, afterRetry });
      } finally {
        await Promise.all(workers.map((worker) => worker.stop({ timeout: 100 })));
        await close?.();
      }
    };
    return { name, catches: [], run };
  };
}

function missing(): never {
  throw new TypeError(
    'create: expected an inbox with the `damage` and the `lock` that the harness announces.',
  );
}

/** An event of the contract. */
export function eventOf(id: string, verificationId = 'dv_1'): EventEnvelope {
  return fixture('document_verification.recorded', { id, data: { verificationId } });
}

/** Stores an event as the receiver would, received now. */
export async function store(inbox: WorkableInbox, event: EventEnvelope): Promise<string> {
  return inbox.store(event, { key: `int:${event.id}`, receivedAt: Date.now() });
}

/** Waits until there are dead letters, and returns them. */
export async function untilDead({
  inbox,
  until,
}: InboxCaseContext): ReturnType<WorkableInbox['deadLetters']> {
  await until('a dead letter', async () => (await inbox.deadLetters()).length > 0);
  return inbox.deadLetters();
}

/** A value with its keys in order: a store may return them in another order (jsonb does). */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, nested]) => [key, sortKeys(nested)]));
}
