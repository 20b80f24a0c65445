import { decodeBase64, encodeBase64 } from './base64.js';
import { type HeaderPair, isHeaderPair } from './headers.js';

/** A delivery that a link to the check page fills in. The secret is never part of it: users type or paste the secret. */
export interface LinkedDelivery {
  readonly headers: readonly HeaderPair[];
  /** The exact bytes. */
  readonly body: Uint8Array;
  /** The time of arrival, in milliseconds since the epoch. If `undefined`, the page uses the time of the check. */
  readonly arrivedAt?: number;
}

/** The maximum length of a link, in characters. Programs that pass on longer links cut them off. */
export const MAX_LINK_LENGTH = 65_536;

/**
 * The link to the check page, filled in. All of it is in the fragment, which a browser does not send.
 *
 * @param page The address of the page, without a fragment.
 * @returns undefined when the link would be longer than {@link MAX_LINK_LENGTH}.
 */
export function linkTo(
  page: string,
  { headers, body, arrivedAt }: LinkedDelivery,
): string | undefined {
  const fields = new URLSearchParams({
    headers: JSON.stringify(headers),
    body: encodeBase64(body),
    ...(arrivedAt !== undefined && { arrivedAt: new Date(arrivedAt).toISOString() }),
  });
  const link = `${page}#${fields}`;
  return link.length > MAX_LINK_LENGTH ? undefined : link;
}

/**
 * Reads the fragment of such a link. Anybody may have written it.
 *
 * @param fragment With its `#`.
 * @returns `undefined` if the fragment is not from {@link linkTo}.
 */
export function readLink(fragment: string): LinkedDelivery | undefined {
  const fields = new URLSearchParams(fragment.slice(1));
  const headers = headersOf(fields.get('headers') ?? '');
  const body = decodeBase64(fields.get('body') ?? '-');
  const time = fields.get('arrivedAt');
  const arrivedAt = time === null ? undefined : Date.parse(time);
  if (headers === undefined || body === undefined || Number.isNaN(arrivedAt)) return undefined;
  return { headers, body, ...(arrivedAt !== undefined && { arrivedAt }) };
}

function headersOf(json: string): readonly HeaderPair[] | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) && value.every(isHeaderPair) ? value : undefined;
  } catch {
    return undefined;
  }
}
