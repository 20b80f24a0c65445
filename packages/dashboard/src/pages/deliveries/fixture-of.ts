/** A delivery, as far as a fixture needs it. */
interface DeliveredEvent {
  readonly id: string;
  readonly requestBody: string;
}

/**
 * A module for tests of a receiver, for `@screening-webhooks/testing`: the event of a delivery, and how to sign it. What it signs
 * has the same bytes as the delivery.
 */
export function fixtureOf({ id, requestBody }: DeliveredEvent): string {
  return `import { sign } from '@screening-webhooks/testing';

/** The event of the delivery ${id}. */
export const event = ${literalOf(requestBody)};

/** The delivery, signed now. For a receiver: \`receiver.fetch((await delivery(secret)).request())\`. */
export const delivery = (secret: string) => sign(event, { secret });
`;
}

/** An object that can be read and changed, if it serialises to the same bytes. Otherwise the body as a string. */
function literalOf(body: string): string {
  const value = parsed(body);
  // In a literal, the key __proto__ sets the prototype.
  const isSame = JSON.stringify(value) === body && !body.includes('"__proto__"');
  return isSame ? JSON.stringify(value, null, 2) : JSON.stringify(body);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
