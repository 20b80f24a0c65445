import { fixture, sender } from '@screening-webhooks/testing';
import { SECRET } from './command.js';

/** Delivers an event about a clinician, signed, and gives the status of the answer. */
export async function deliver(url: string, id: string): Promise<number | undefined> {
  const service = sender({ url: `${url}/webhooks/screening`, secret: SECRET, backoff: [] });
  const event = fixture('document_verification.completed', { id, data: { externalId: 'ada' } });
  return (await service.send(event)).attempts.at(-1)?.status;
}

/** What the worker has written about the clinician. */
export async function written(url: string): Promise<unknown> {
  return (await fetch(`${url}/verifications/ada`)).json();
}

/** The address in the line that says where the receiver listens. */
export function addressIn(line: string): string {
  return line.replace('listening on ', '').trim();
}
