import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import { linkTo } from 'screening-webhooks-delivery-input';
import type { Answer } from '../../api/operations.js';
import { areApart } from '../../clock/two-clocks.js';
import { bodyOf } from '../../resource/form/body.js';
import type { Diagnosed } from '../../words/diagnosis.js';

export type Delivery = Answer<'getWebhookDelivery'>;
export type Attempt = SandboxSchemas['WebhookAttempt'];

/**
 * The URL of the signature checker, filled in with the latest attempt that a fault did not add. It does not contain the secret.
 *
 * @returns `undefined` unless the secret of its receiver is to be compared, or if the body is too long for a URL.
 */
export function checkLinkOf({
  requestBody,
  attempts,
}: {
  readonly requestBody: string;
  readonly attempts: readonly Attempt[];
}): string | undefined {
  const last = ownAttempt(attempts);
  if (last?.diagnosis?.next?.code !== 'compare_secret') return undefined;
  return linkTo('/check', {
    headers: Object.entries(last.requestHeaders),
    body: new TextEncoder().encode(requestBody),
    // The clock that signed the attempt.
    arrivedAt: Date.parse(last.signedAt),
  });
}

/**
 * The source of a module that tests a receiver with `@screening-webhooks/testing`: the event of a delivery, and a function that
 * signs it. The signed bytes are those of the delivery.
 */
export function fixtureOf({ id, requestBody }: Pick<Delivery, 'id' | 'requestBody'>): string {
  return `import { sign } from '@screening-webhooks/testing';

/** The event of the delivery ${id}. */
export const event = ${literalOf(requestBody)};

/** The delivery, signed now. For a receiver: \`receiver.fetch((await delivery(secret)).request())\`. */
export const delivery = (secret: string) => sign(event, { secret });
`;
}

/** A literal that people can read and change, if it serializes to the same bytes. Otherwise the body as a string. */
function literalOf(body: string): string {
  const value = parsed(body);
  // In a literal, the key __proto__ sets the prototype.
  const isSame = JSON.stringify(value) === body && !body.includes('"__proto__"');
  return isSame ? JSON.stringify(value, null, 2) : JSON.stringify(body);
}

/** The value of a JSON text. `undefined` if the text is not JSON. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The parts of the signature header of an attempt. A fault may have sent anything. */
export function signatureOf(headers: Readonly<Record<string, string>>) {
  const found = Object.entries(headers).find(
    ([name]) => name.toLowerCase() === 'service-signature',
  );
  if (!found) return undefined;
  const pairs = found[1].split(',').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() };
  });
  return {
    t: pairs.find(({ name }) => name === 't')?.value,
    v1: pairs.filter(({ name }) => name === 'v1').map(({ value }) => value),
  };
}

/** The latest attempt that a fault did not add. It decides about the delivery. */
export function ownAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.findLast(({ trigger }) => trigger !== 'fault');
}

/** An attempt with its diagnosis, `undefined` if it has not ended. */
export function diagnosedOf(attempt: Attempt | undefined): Diagnosed | undefined {
  return attempt?.diagnosis ? { ...attempt, diagnosis: attempt.diagnosis } : undefined;
}

/** Whether the clock that signed an attempt differs from the service's clock. */
export function hasTwoClocks({ signedAt, startedAt }: Pick<Attempt, 'signedAt' | 'startedAt'>) {
  return areApart(Date.parse(signedAt) - Date.parse(startedAt));
}

/** The id of the verification that an event is about, or its external id. `undefined` if the body has none. */
export function verificationIdOf(
  body: string,
  name: 'verificationId' | 'externalId' = 'verificationId',
): string | undefined {
  const id = bodyOf(bodyOf(parsed(body))['data'])[name];
  return typeof id === 'string' && id !== '' ? id : undefined;
}
