import { type Delivery, type EventEnvelope, signBody } from '@screening-webhooks/core';
import { checkNames } from '@screening-webhooks/core/store-kit';

/** Options of {@link sign}. */
export interface SignOptions {
  /** The endpoint's signing secret. With several, the header has one `v1` for each. */
  readonly secret: string | readonly string[];
  /** `t` in Unix seconds. Default: now. */
  readonly at?: number | undefined;
}

/** A signed delivery in the forms that tests use. All have the same bytes. */
export interface SignedDelivery {
  /** Lower-case names. For supertest: `.set(headers).send(body)`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body as text. */
  readonly body: string;
  /** A web-standard request, for `receiver.fetch` and `app.request()`. */
  readonly request: (url?: string) => Request;
  /** A delivery for `receiver.receive`. */
  readonly delivery: () => Delivery;
  /** A command line that sends the delivery. */
  readonly curl: (url: string) => string;
  /** The same event, delivered again: same bytes, same id, a new `t` (default: 60 s later) and a new signature. */
  readonly retry: (secondsLater?: number) => Promise<SignedDelivery>;
  /** The same event, signed before the tolerance window (default: 301 s before). */
  readonly stale: (secondsAgo?: number) => Promise<SignedDelivery>;
  /** The same headers with a body that was changed after signing (default: another id). */
  readonly tampered: (change?: (body: string) => string) => SignedDelivery;
  /** The same event, signed as during a rotation of the secret: one `v1` for each secret, the new one first. */
  readonly rotated: (previous: string, next: string) => Promise<SignedDelivery>;
}

const encoder = new TextEncoder();

/**
 * Signs an event as the service does.
 *
 * @param content An event, or the exact text of a body.
 * @throws TypeError for an invalid option. The message names the option and the fix.
 * @example
 * const { headers, body } = await sign(fixture('document_verification.completed'), { secret });
 * await request(app).post('/webhooks/screening').set(headers).send(body).expect(200);
 */
export async function sign(
  content: EventEnvelope | string,
  options: SignOptions,
): Promise<SignedDelivery> {
  checkNames(options, { secret: true, at: true }, 'sign');
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  const { secret, at = Math.floor(Date.now() / 1000) } = options;
  const headers = {
    'content-type': 'application/json',
    'service-signature': await signBody(body, { secret, timestamp: at }),
  };
  return signed(body, headers, { secret, at });
}

function signed(
  body: string,
  headers: Readonly<Record<string, string>>,
  options: SignOptions & { readonly at: number },
): SignedDelivery {
  const { secret, at } = options;
  return {
    headers,
    body,
    request: (url = 'https://receiver.test/webhooks') =>
      new Request(url, { method: 'POST', headers, body }),
    delivery: () => ({
      method: 'POST',
      header: (name) => headers[name] ?? null,
      readBody: () => encoder.encode(body),
    }),
    curl: (url) => {
      const flags = Object.entries(headers).map((header) => `-H ${quoted(header.join(': '))}`);
      return `curl -X POST ${flags.join(' ')} --data-binary ${quoted(body)} ${quoted(url)}`;
    },
    retry: (secondsLater = 60) => sign(body, { secret, at: at + secondsLater }),
    stale: (secondsAgo = 301) => sign(body, { secret, at: at - secondsAgo }),
    tampered: (change = anotherId) => signed(change(body), headers, options),
    rotated: (previous, next) => sign(body, { secret: [next, previous], at }),
  };
}

// Still a valid event, but not the signed one.
function anotherId(body: string): string {
  const changed = body.replace(/("id":")(.)/, (_match, key: string, first: string) => {
    return `${key}${first === 'x' ? 'y' : 'x'}`;
  });
  return changed === body ? `${body} ` : changed;
}

// In POSIX sh, only the quote is special inside single quotes.
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
