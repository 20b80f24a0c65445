import type { DispatchOutcome, EventEnvelope, WorkableInbox } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';

export const processed: DispatchOutcome = { kind: 'processed' };

export function eventOf(id: string, verificationId = 'dv_1'): EventEnvelope {
  return fixture('document_verification.recorded', { id, data: { verificationId } });
}

/** Stores an event as the receiver would, as received now. */
export async function store(
  inbox: WorkableInbox,
  id: string,
  verificationId?: string,
): Promise<string> {
  return inbox.store(eventOf(id, verificationId), { key: `int:${id}`, receivedAt: Date.now() });
}
