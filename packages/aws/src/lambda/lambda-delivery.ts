import { type Delivery, RawBodyUnavailableError } from '@screening-webhooks/core';
import { isBytes } from '@screening-webhooks/core/adapter';
import type { GivenEvent, LambdaContext, LambdaEvent } from './lambda-event.js';

// Milliseconds for the answer to leave the function before Lambda ends it.
const ANSWER_MARGIN = 500;

// Milliseconds between the clocks of a gateway and of a function. The events of test consoles and of documentation have times
// of years ago.
const MOST_APART = 60_000;

const CHANGED =
  'The gateway has passed the body as text, and it is not the text that was sent: the bytes were not UTF-8, or a mapping template has changed them. Let it pass bytes: binaryMediaTypes */* of a REST API.';

const PARSED =
  'In Lambda: nothing may parse event.body before webhook() or verifyWebhook(). Take httpJsonBodyParser of middy, or its like, off this function.';

const NOT_BASE64 = /[^A-Za-z0-9+/=]/;

/**
 * A request that Lambda has passed to a function, as a delivery. The receiver answers before the function's time is over.
 *
 * @throws TypeError for the event of something else than HTTP, naming what it is.
 */
export function lambdaDelivery(event: LambdaEvent, context?: LambdaContext): Delivery {
  const { method, time } = readRequest(event);
  const header = headerReader(event);
  const remaining = context?.getRemainingTimeInMillis?.();
  return {
    method,
    header,
    readBody: () => exactBytes(event, header('content-length')),
    // It is the clock of the signature window too. Otherwise the receiver's own clock decides.
    ...(isNow(time) && { receivedAt: time }),
    ...(remaining !== undefined && { ackTimeout: Math.max(1, remaining - ANSWER_MARGIN) }),
  };
}

function isNow(time: unknown): time is number {
  return typeof time === 'number' && Math.abs(Date.now() - time) <= MOST_APART;
}

/** @throws RawBodyUnavailableError when the bytes that were sent are gone. */
function exactBytes({ body, isBase64Encoded }: GivenEvent, length: string | null): Uint8Array {
  if (isBytes(body)) return body;
  const text = body ?? '';
  if (typeof text !== 'string') throw new RawBodyUnavailableError(PARSED);
  // A parser may take the body away, or decode it and leave the flag.
  const isTaken = text === '' && Number(length) > 0;
  const isDecoded = isBase64Encoded && NOT_BASE64.test(text);
  if (isTaken || isDecoded) throw new RawBodyUnavailableError(PARSED);
  const bytes = Buffer.from(text, isBase64Encoded ? 'base64' : 'utf8');
  // Text that was decoded with replacements has another length. Where the length is unknown, the signature tells.
  const differs = length !== null && Number(length) !== bytes.length;
  if (differs && !isBase64Encoded) throw new RawBodyUnavailableError(CHANGED);
  return bytes;
}

function readRequest(event: GivenEvent | undefined): { method: string; time: unknown } {
  const context = event?.requestContext;
  if (typeof event?.httpMethod === 'string') {
    return { method: event.httpMethod, time: context?.requestTimeEpoch };
  }
  const method = context?.http?.method;
  if (typeof method === 'string') return { method, time: context?.timeEpoch };
  throw new TypeError(
    `event: expected the event of API Gateway, of a function URL or of a load balancer, got ${describe(event)}`,
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
function headerReader({ headers, multiValueHeaders }: GivenEvent): Delivery['header'] {
  const values = new Map<string, string>();
  // The second counts: the first has only the last value of a repeated header, and a repeated signature must be refused.
  for (const source of [headers, multiValueHeaders]) {
    const entries: [string, unknown][] = Object.entries(source ?? {});
    for (const [name, value] of entries) {
      const texts = [value].flat().filter((each) => typeof each === 'string');
      if (texts.length > 0) values.set(name.toLowerCase(), texts.join(', '));
    }
  }
  return (name) => values.get(name) ?? null;
}
