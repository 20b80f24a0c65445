import type {
  DispatchOutcome,
  EventEnvelope,
  InboxProcess,
  InboxWorker,
  InboxWorkOptions,
  WorkableInbox,
} from '@screening-webhooks/core';
import { onTestFinished } from 'vitest';
import { until } from './until.js';

export const processed: DispatchOutcome = { kind: 'processed' };

/** An event of a verification. With `orderBy: 'verificationId'`, the events of one verification are ordered. */
export function eventOf(id: string, verificationId = 'dv_1'): EventEnvelope {
  return {
    id,
    type: 'document_verification.recorded',
    created: '2026-11-20T10:00:05.000Z',
    data: {
      verificationId,
      integrationId: 'int_1',
      verified: false,
      formData: { licenseNumber: 'RN1' },
    },
  };
}

/** Stores an event as the receiver would, as received now. */
export async function store(
  inbox: WorkableInbox,
  id: string,
  verificationId?: string,
): Promise<string> {
  return inbox.store(eventOf(id, verificationId), { key: `int:${id}`, receivedAt: Date.now() });
}

/** Starts a worker that stops when the test ends or fails: otherwise it would take the events of the next test. */
export async function startWorker(
  inbox: Pick<WorkableInbox, 'work'>,
  process: InboxProcess,
  options?: InboxWorkOptions,
): Promise<InboxWorker> {
  const worker = await inbox.work(process, options);
  onTestFinished(() => worker.stop({ timeout: 0 }));
  return worker;
}

/** A worker that processes every event. */
export interface NotingWorker {
  /** The ids of the events that it has run, in the order of their starts. */
  readonly seen: readonly string[];
  readonly stop: () => Promise<void>;
}

/** Starts a worker that processes every event at once, and notes its id. */
export async function workAndNote(inbox: Pick<WorkableInbox, 'work'>): Promise<NotingWorker> {
  const seen: string[] = [];
  const { stop } = await startWorker(inbox, async ({ id }) => {
    seen.push(id);
    return processed;
  });
  return { seen, stop };
}

/** Processes events with a worker until it has run so many. Resolves with the ids of all that it has run. */
export async function workThrough(
  inbox: Pick<WorkableInbox, 'work'>,
  count: number,
): Promise<readonly string[]> {
  const { seen, stop } = await workAndNote(inbox);
  await until(() => seen.length >= count);
  await stop();
  return seen;
}
