import { fixture, sender } from '@screening-webhooks/testing';
import { SECRET } from './command.js';

/** Delivers a signed event about a clinician, and returns the status of the answer. */
export async function deliver(url: string, id: string): Promise<number | undefined> {
  const service = sender({
    url: `${url}/webhooks/screening`,
    secret: SECRET,
    backoff: [],
    // Only ends a hang.
    timeout: 120_000,
  });
  const event = fixture('document_verification.completed', { id, data: { externalId: 'ada' } });
  return (await service.send(event)).attempts.at(-1)?.status;
}

/** The rows that the worker has written about the clinician. */
export async function written(url: string): Promise<unknown> {
  return (await fetch(`${url}/verifications/ada`)).json();
}

/** The address in the line that the receiver prints when it listens. */
export function addressIn(line: string): string {
  return line.replace('listening on ', '').trim();
}
