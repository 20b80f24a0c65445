import type { Adapter } from '@screening-webhooks/core/adapter';
import { lambdaDelivery } from './lambda-delivery.js';
import type { LambdaContext, LambdaEvent, LambdaFramework, LambdaResult } from './lambda-event.js';

/** Where requests, contexts and answers are in a Lambda function. */
export function lambdaAdapter<Event extends LambdaEvent>(): Adapter<
  [event: Event, context?: LambdaContext],
  LambdaFramework<Event>,
  LambdaResult
> {
  return {
    delivery: lambdaDelivery,
    context: (event, context) => ({ framework: { event, context } }),
    answer: ({ status, headers, body }) => ({
      statusCode: status,
      headers: { ...headers },
      body,
      isBase64Encoded: false,
    }),
  };
}
