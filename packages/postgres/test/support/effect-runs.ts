import type { EventEnvelope, Handler } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';

/** An event with an id that no other event has. */
export function newEvent(): EventEnvelope {
  return fixture('document_verification.recorded', { id: `evt_${crypto.randomUUID()}` });
}

/** Runs a handler as a receiver would. */
export async function run(
  handler: Handler<EventEnvelope>,
  event: EventEnvelope,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  await handler(event, { signal, framework: undefined });
}
