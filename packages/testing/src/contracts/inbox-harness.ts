import type {
  DispatchOutcome,
  EventEnvelope,
  InboxOptions,
  InboxWorker,
  MaybePromise,
  WorkableInbox,
} from '@screening-webhooks/core';
import { fixture } from '../fixture.js';
import { type ContractCase, mustHold } from './contract.js';

/** How the contract gets at an inbox. */
export interface InboxHarness {
  /** An empty inbox with these options, on storage that no other case sees. */
  readonly create: (options: InboxOptions) => MaybePromise<InboxUnderTest>;
  /** Milliseconds within which an idle worker must have noticed a stored event. Default 15,000. */
  readonly patience?: number;
}

/** An inbox of one case. */
export interface InboxUnderTest {
  readonly inbox: WorkableInbox;
  /** Another instance on the same storage: another process, as far as it goes. */
  readonly reopen: () => MaybePromise<WorkableInbox>;
  readonly close?: () => MaybePromise<void>;
}

/** What a case works with. Its workers are stopped after it. */
export interface InboxBench {
  readonly inbox: WorkableInbox;
  readonly reopen: InboxUnderTest['reopen'];
  readonly work: WorkableInbox['work'];
  readonly until: (what: string, holds: () => boolean) => Promise<void>;
}

/** Makes a case of the contract. */
export type InboxCase = (
  name: string,
  options: InboxOptions,
  body: (bench: InboxBench) => Promise<void>,
) => ContractCase;

/** Outcomes that the processes of cases give. */
export const processed: DispatchOutcome = { kind: 'processed' };
export const failed: DispatchOutcome = {
  kind: 'failed',
  error: new Error('the database is down'),
};

/** How the cases of one inbox are made. */
export function inboxCases({ create, patience = 15_000 }: InboxHarness): InboxCase {
  return (name, options, body) => {
    const run = async (): Promise<void> => {
      const { inbox, reopen, close } = await create({ backoff: 50, ...options });
      const workers: InboxWorker[] = [];
      const work: WorkableInbox['work'] = async (process, workOptions) => {
        const worker = await inbox.work(process, workOptions);
        workers.push(worker);
        return worker;
      };
      const until = (what: string, holds: () => boolean): Promise<void> =>
        waitUntil(what, holds, patience);
      try {
        await body({ inbox, reopen, work, until });
      } finally {
        await Promise.all(workers.map((worker) => worker.stop({ timeout: 100 })));
        await close?.();
      }
    };
    return { name, catches: [], run };
  };
}

/** An event of the contract. */
export function eventOf(id: string, verificationId = 'dv_1'): EventEnvelope {
  return fixture('document_verification.recorded', { id, data: { verificationId } });
}

/** Stores an event as the receiver would, received now. */
export async function store(inbox: WorkableInbox, event: EventEnvelope): Promise<string> {
  return inbox.store(event, { key: `int:${event.id}`, receivedAt: Date.now() });
}

/** Waits for a dead letter. */
export async function untilDead({
  inbox,
  until,
}: InboxBench): ReturnType<WorkableInbox['deadLetters']> {
  let letters = await inbox.deadLetters();
  let asking = false;
  await until('a dead letter', () => {
    if (!asking && letters.length === 0) {
      asking = true;
      void inbox.deadLetters().then((found) => {
        letters = found;
        asking = false;
      });
    }
    return letters.length > 0;
  });
  return letters;
}

async function waitUntil(what: string, holds: () => boolean, patience: number): Promise<void> {
  const end = Date.now() + patience;
  while (!holds()) {
    mustHold(`${what} within ${patience} ms`, Date.now() < end, false);
    await pause(20);
  }
}

/** For what must not happen: long enough to notice it. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A value with its keys in order: a store may give them back in another one (jsonb does). */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, nested]) => [key, sorted(nested)]));
}
