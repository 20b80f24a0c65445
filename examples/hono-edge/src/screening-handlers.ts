import type { EventOf, Handlers } from '@screening-webhooks/core';
import type { Context } from 'hono';
import type { AppEnv, VerificationResult } from './bindings.ts';

type VerificationEvent =
  | EventOf<'document_verification.completed'>
  | EventOf<'document_verification.recorded'>
  | EventOf<'document_verification.failed'>;

/** Puts the result of each verification on the queue. If the queue rejects, the delivery fails and the service retries. */
export const screeningHandlers: Handlers<Context<AppEnv>> = {
  'document_verification.completed': (event, { framework }) => put(event, 'confirmed', framework),
  // Not a failure: no source can verify the document, so that a person has to review the files.
  'document_verification.recorded': (event, { framework }) => put(event, 'to_review', framework),
  'document_verification.failed': (event, { framework }) => put(event, 'not_confirmed', framework),
};

async function put(
  { id: eventId, data: { externalId } }: VerificationEvent,
  result: VerificationResult['result'],
  c: Context<AppEnv> | undefined,
): Promise<void> {
  // Undefined only for dispatch() without a context.
  if (!c) throw new TypeError('framework: expected the Hono context, for its bindings.');
  await c.env.RESULTS.send({ eventId, externalId, result });
}
