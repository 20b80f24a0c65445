import type { Receiver } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';

export const secret = 'a secret of the tests';

/** Delivers a signed event, and returns the answer's status and outcome: `200 processed`. */
export async function deliver(receiver: Pick<Receiver, 'fetch'>, id: string): Promise<string> {
  const event = fixture('document_verification.recorded', { id });
  const signed = await sign(event, { secret });
  const response = await receiver.fetch(signed.request('http://localhost/'));
  const { outcome } = (await response.json()) as { outcome: string };
  return `${response.status} ${outcome}`;
}
