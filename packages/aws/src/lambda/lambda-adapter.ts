import type { Adapter } from '@screening-webhooks/core/adapter';
import { lambdaDelivery } from './lambda-delivery.js';
import type {
  GivenEvent,
  LambdaContext,
  LambdaEvent,
  LambdaFramework,
  LambdaResult,
} from './lambda-event.js';

/** Where requests, contexts and answers are in a Lambda function. */
export function lambdaAdapter<Event extends LambdaEvent>(): Adapter<
  [event: Event, context?: LambdaContext],
  LambdaFramework<Event>,
  LambdaResult
> {
  return {
    delivery: lambdaDelivery,
    context: (event, context) => ({ framework: { event, context } }),
    answer: ({ status, headers, body }, event) => ({
      statusCode: status,
      ...(readsLists(event)
        ? { multiValueHeaders: inLists(headers) }
        : { headers: { ...headers } }),
      body,
      isBase64Encoded: false,
    }),
  };
}

/**
 * Whether the answer's headers must be lists. A load balancer passes either form, and reads the same one:
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/application/lambda-functions.html#multi-value-headers
 */
function readsLists({ headers, multiValueHeaders, requestContext }: GivenEvent): boolean {
  return requestContext?.elb !== undefined && !headers && multiValueHeaders !== undefined;
}

function inLists(headers: Readonly<Record<string, string>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
}
