import { type Delivery, RawBodyUnavailableError } from '@screening-webhooks/core';
import type { LambdaContext, LambdaEvent } from './lambda-event.js';

// Milliseconds for the answer to leave the function before Lambda ends it.
const ANSWER_MARGIN = 500;

const FIX =
  'The gateway has passed the body as text, and it is not the text that was sent: the bytes were not UTF-8, or a mapping template has changed them. Let it pass bytes: binaryMediaTypes */* of a REST API.';

/**
 * A request that Lambda has passed to a function, as a delivery. The receiver answers before the function's time is over.
 *
 * @throws TypeError for the event of something else than HTTP, naming what it is.
 */
export function lambdaDelivery(event: LambdaEvent, context?: LambdaContext): Delivery {
  const { method, receivedAt } = readRequest(event);
  const header = headerReader(event);
  const remaining = context?.getRemainingTimeInMillis?.();
  return {
    method,
    header,
    readBody(limit) {
      const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
      // Text that was decoded with replacements has another length. Where the length is unknown, the signature tells.
      const length = header('content-length');
      const differs = length !== null && Number(length) !== bytes.length;
      if (differs && !event.isBase64Encoded) throw new RawBodyUnavailableError(FIX);
      return bytes.length > limit ? { ok: false, code: 'body_too_large' } : bytes;
    },
    ...(typeof receivedAt === 'number' && { receivedAt }),
    ...(remaining !== undefined && { ackTimeout: Math.max(1, remaining - ANSWER_MARGIN) }),
  };
}

function readRequest(event: LambdaEvent): { method: string; receivedAt: number | undefined } {
  // JavaScript callers, and functions with the wrong trigger, pass anything.
  const given: unknown = event;
  if (typeof given === 'object' && given !== null) {
    if ('httpMethod' in event && typeof event.httpMethod === 'string') {
      return { method: event.httpMethod, receivedAt: event.requestContext?.requestTimeEpoch };
    }
    if ('requestContext' in event && event.requestContext && 'http' in event.requestContext) {
      const { http, timeEpoch } = event.requestContext;
      return { method: http.method, receivedAt: timeEpoch };
    }
  }
  throw new TypeError(
    `event: expected the event of API Gateway, of a function URL or of a load balancer, got ${describe(given)}`,
  );
}

function describe(given: unknown): string {
  if (typeof given !== 'object' || given === null) {
    return `${given === null ? 'null' : typeof given}. Export the function of webhook() as the handler itself.`;
  }
  if ('Records' in given) {
    return "records of a queue or a stream. For SQS, use sqsConsumer of '@screening-webhooks/aws/sqs'.";
  }
  if (given instanceof Request) return 'a Request. Use receiver.fetch(request).';
  return 'an object without httpMethod and requestContext.http. To try the function in the console, take the template of API Gateway.';
}

/** Reads headers by their lower-case name. */
function headerReader(event: LambdaEvent): Delivery['header'] {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(event.headers ?? {})) {
    if (value !== undefined && value !== null) values.set(name.toLowerCase(), value);
  }
  // `headers` has only the last value of a repeated header, and a repeated signature must be refused.
  const all = 'multiValueHeaders' in event ? event.multiValueHeaders : undefined;
  for (const [name, several] of Object.entries(all ?? {})) {
    if (several && several.length > 0) values.set(name.toLowerCase(), several.join(', '));
  }
  return (name) => values.get(name) ?? null;
}
