import type { NoSchemas, Receiver, ReceiverOptions, Schemas } from '@screening-webhooks/core';
import { receiveWith } from '@screening-webhooks/core/adapter';
import { lambdaAdapter } from './lambda-adapter.js';
import type { LambdaContext, LambdaEvent, LambdaFramework, LambdaResult } from './lambda-event.js';

/** A Lambda function that receives webhooks. */
export interface LambdaHandler<Event extends LambdaEvent = LambdaEvent> {
  (event: Event, context?: LambdaContext): Promise<LambdaResult>;
  /** The receiver behind it: the one that was given, or the one built from the options. `drain` it at the end. */
  readonly receiver: Receiver<LambdaFramework<Event>>;
}

/**
 * A Lambda function that receives webhooks behind API Gateway (REST and HTTP APIs), a function URL or a load balancer. It
 * answers 503 half a second before the function's time is over, if `ackTimeout` does not end first. Handlers and resolvers
 * get `{ event, context }` as `framework`. It rejects with `RawBodyUnavailableError` when the gateway has changed the body, or
 * middleware has parsed it.
 *
 * Lambda freezes the process after the answer: give the function more time than `ackTimeout`, or use an inbox.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * export const handler = webhook({
 *   secret: () => process.env.SCREENING_SECRET ?? '', // Empty: answered 503, and logged.
 *   dedupe: dynamoStore(new DynamoDBClient(), { tableName: 'screening-claims' }),
 *   handlers,
 * });
 */
export function webhook<Event extends LambdaEvent = LambdaEvent, Given extends Schemas = NoSchemas>(
  options: ReceiverOptions<LambdaFramework<Event>, Given>,
): LambdaHandler<Event>;
/** The same with a receiver of `createReceiver`. */
export function webhook<Event extends LambdaEvent = LambdaEvent, Given extends Schemas = NoSchemas>(
  given: Receiver<LambdaFramework<Event>> | ReceiverOptions<LambdaFramework<Event>, Given>,
): LambdaHandler<Event>;
export function webhook<Event extends LambdaEvent = LambdaEvent, Given extends Schemas = NoSchemas>(
  given: Receiver<LambdaFramework<Event>> | ReceiverOptions<LambdaFramework<Event>, Given>,
): LambdaHandler<Event> {
  const { receiver, handle } = receiveWith(lambdaAdapter<Event>(), given);
  // Not variadic: Lambda calls a function with a callback if it has more than two parameters.
  const handler = (event: Event, context?: LambdaContext) => handle(event, context);
  return Object.assign(handler, { receiver });
}
