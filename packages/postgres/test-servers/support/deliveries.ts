import type { Receiver } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import type { TestDatabase } from './server.js';

export const SECRET = 'whsec_postgres';

/** Delivers a signed event, and returns the outcome. */
export async function deliver(receiver: Pick<Receiver, 'fetch'>, id: string): Promise<string> {
  const event = fixture('document_verification.recorded', { id });
  const delivery = await sign(event, { secret: SECRET });
  const response = await receiver.fetch(delivery.request('http://hooks.test/'));
  const { outcome } = await response.json();
  return outcome;
}

/** Ends the leases of all claims in the database, as if their time had passed. */
export async function endClaims(database: TestDatabase): Promise<void> {
  await database.admin('UPDATE screening_webhook_claims SET expires_at = now() WHERE NOT done');
}
