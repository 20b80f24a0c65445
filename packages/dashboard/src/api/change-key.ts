declare const made: unique symbol;

/**
 * The Idempotency-Key of one change. Every request of a change has one, and `useChange` makes it: it is the same for each press
 * of a form's button until the service has said yes, so that a press after a lost answer makes nothing twice.
 */
export type ChangeKey = string & { readonly [made]: true };

/** The key of a part of a change that is made of several. */
export function keyOfPart(key: ChangeKey, part: string): ChangeKey {
  return `${key}-${part}` as ChangeKey;
}

// crypto.randomUUID() is there over HTTPS and on this machine only; a team may use the service over plain HTTP.
export function newChangeKey(): ChangeKey {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return text as ChangeKey;
}
