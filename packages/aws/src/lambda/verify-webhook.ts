import type { NoSchemas, Schemas, VerifierOptions } from '@screening-webhooks/core';
import { type VerifiedOrAnswered, verifyWith } from '@screening-webhooks/core/adapter';
import { lambdaAdapter } from './lambda-adapter.js';
import type { LambdaContext, LambdaEvent, LambdaFramework, LambdaResult } from './lambda-event.js';

/** Verifies the requests of a Lambda function. */
export type LambdaVerifier<
  Event extends LambdaEvent = LambdaEvent,
  Given extends Schemas = NoSchemas,
> = (event: Event, context?: LambdaContext) => Promise<VerifiedOrAnswered<LambdaResult, Given>>;

/**
 * Verifies the requests of a Lambda function that does the rest itself: no dedupe, no handlers. It resolves with the typed
 * event, or with the answer to return. It rejects as `webhook` does.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * const verify = verifyWebhook({ secret });
 * export async function handler(event, context) {
 *   const verified = await verify(event, context);
 *   if (!verified.ok) return verified.answer;
 *   await start(verified.event);
 *   return { statusCode: 202 };
 * }
 */
export function verifyWebhook<
  Event extends LambdaEvent = LambdaEvent,
  Given extends Schemas = NoSchemas,
>(options: VerifierOptions<LambdaFramework<Event>, Given>): LambdaVerifier<Event, Given> {
  return verifyWith(lambdaAdapter<Event>(), options);
}
