import { type RejectionCode, signBody } from '@screening-webhooks/core';
import type { ReceiverFlaw } from './contracts/receiver-flaw.js';
import { fixture } from './fixture.js';

/** A delivery that must be refused. */
export interface HostileDelivery {
  readonly name: string;
  /** The required answer: this rejection code, with its status. */
  readonly code: RejectionCode;
  readonly status: number;
  /** The receiver flaws that this delivery detects. */
  readonly catches: readonly ReceiverFlaw[];
  /** Builds it for one receiver. */
  readonly make: (target: HostileTarget) => Promise<HostileRequest>;
}

/** The receiver that a hostile delivery is built for. */
export interface HostileTarget {
  /** Its signing secret: some hostile deliveries are genuinely signed. */
  readonly secret: string;
  /** Its clock, in Unix seconds. */
  readonly now: number;
}

/** The HTTP request of a hostile delivery. */
export interface HostileRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** How a hostile delivery differs from a valid one. */
interface Difference {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The signed body. */
  readonly signed?: string | Uint8Array;
  /** The body that is sent in its place. */
  readonly sent?: string | Uint8Array;
  /** Seconds of `t` from now. */
  readonly skew?: number;
  readonly secret?: string;
  /** Changes the header after signing. */
  readonly header?: (header: string, parts: { readonly t: string; readonly v1: string }) => string;
}

const event = JSON.stringify(fixture('document_verification.recorded', { id: 'evt_hostile' }));
const zeros = '0'.repeat(64);

const hostile = (
  name: string,
  status: number,
  code: RejectionCode,
  difference: Difference,
  catches: readonly ReceiverFlaw[] = [],
): HostileDelivery => ({
  name,
  status,
  code,
  catches,
  make: (target) => make(difference, target),
});

/** Deliveries that a receiver must refuse, each with its rejection code (spec section 5). */
export const hostileDeliveries: readonly HostileDelivery[] = [
  hostile('GET', 405, 'method_not_allowed', { method: 'GET' }, ['accepts-any-method']),
  hostile('PUT', 405, 'method_not_allowed', { method: 'PUT' }, ['accepts-any-method']),
  hostile(
    'a body that says it is text',
    415,
    'unsupported_media_type',
    {
      headers: { 'content-type': 'text/plain' },
    },
    ['accepts-any-media-type'],
  ),
  hostile(
    'a body that says it is gzip',
    415,
    'unsupported_encoding',
    {
      headers: { 'content-encoding': 'gzip' },
    },
    ['ignores-content-encoding'],
  ),
  hostile('no signature header', 400, 'signature_header_missing', { header: () => '' }, [
    'accepts-unsigned',
  ]),
  hostile('a signature header that is none', 400, 'signature_header_malformed', {
    header: () => 'sha256 abcdef',
  }),
  hostile(
    'two t, the last one good',
    400,
    'signature_header_malformed',
    {
      header: (header) => `t=1,${header}`,
    },
    ['accepts-two-t'],
  ),
  hostile(
    't with junk behind it',
    400,
    'signature_header_malformed',
    {
      header: (_header, { t, v1 }) => `t=${t}abc,v1=${v1}`,
    },
    ['reads-t-as-a-number'],
  ),
  hostile(
    't with a plus',
    400,
    'signature_header_malformed',
    {
      header: (_header, { t, v1 }) => `t=+${t},v1=${v1}`,
    },
    ['reads-t-as-a-number'],
  ),
  hostile('nine v1, the last one good', 400, 'signature_header_malformed', {
    header: (_header, { t, v1 }) => `t=${t}${`,v1=${zeros}`.repeat(8)},v1=${v1}`,
  }),
  hostile('a header of five thousand characters', 400, 'signature_header_malformed', {
    header: (header) => `${header},x=${'x'.repeat(5000)}`,
  }),
  hostile('no t', 400, 'timestamp_missing', { header: (_header, { v1 }) => `v1=${v1}` }),
  hostile('no v1', 400, 'signature_missing', { header: (_header, { t }) => `t=${t}` }),
  hostile('only a v0', 400, 'signature_missing', {
    header: (_header, { t, v1 }) => `t=${t},v0=${v1}`,
  }),
  hostile('a truncated v1', 400, 'signature_missing', { header: (header) => header.slice(0, -1) }),
  hostile('a v1 of zeros', 401, 'signature_mismatch', {
    header: (_header, { t }) => `t=${t},v1=${zeros}`,
  }),
  hostile('signed with another secret', 401, 'signature_mismatch', {
    secret: 'whsec_of_another_endpoint',
  }),
  hostile('another t than was signed', 401, 'signature_mismatch', {
    header: (_header, { t, v1 }) => `t=${Number(t) - 1},v1=${v1}`,
  }),
  hostile('one letter changed after signing', 401, 'signature_mismatch', {
    sent: event.replace('evt_hostile', 'evt_hostilf'),
  }),
  hostile('white space added after signing', 401, 'signature_mismatch', { sent: `${event}\n` }, [
    'verifies-after-parse',
  ]),
  hostile('re-serialised after signing', 401, 'signature_mismatch', {
    signed: JSON.stringify(JSON.parse(event), null, 2),
    sent: event,
  }),
  hostile(
    'a byte order mark added after signing',
    401,
    'signature_mismatch',
    {
      sent: `\uFEFF${event}`,
    },
    ['verifies-after-parse', 'verifies-decoded-text'],
  ),
  hostile('a body that was emptied after signing', 401, 'signature_mismatch', { sent: '' }),
  hostile(
    'stale and forged: not called stale',
    401,
    'signature_mismatch',
    {
      skew: -1000,
      secret: 'whsec_of_another_endpoint',
    },
    ['window-before-mac'],
  ),
  hostile('signed 310 s ago', 400, 'timestamp_too_old', { skew: -310 }, ['accepts-stale']),
  hostile('signed 310 s ahead', 400, 'timestamp_in_future', { skew: 310 }, ['accepts-future']),
  hostile('t in milliseconds', 400, 'timestamp_in_future', { skew: 1_790_000_000_000 }, [
    'accepts-future',
  ]),
  hostile('signed, and empty', 400, 'event_malformed', { signed: '' }, ['crashes-on-bad-json']),
  hostile('signed, and not JSON', 400, 'event_malformed', { signed: 'not json' }, [
    'crashes-on-bad-json',
  ]),
  hostile('signed, and truncated', 400, 'event_malformed', { signed: event.slice(0, -1) }, [
    'crashes-on-bad-json',
  ]),
  hostile('signed, and null', 400, 'event_malformed', { signed: 'null' }),
  hostile('signed, and a list', 400, 'event_malformed', { signed: '[]' }),
  hostile('signed, without an id', 400, 'event_malformed', {
    signed: event.replace('"id":"evt_hostile",', ''),
  }),
  hostile(
    'signed, and not UTF-8',
    400,
    'event_malformed',
    // The first letter of "Red Cross": a receiver that decodes leniently still gets an event.
    { signed: new TextEncoder().encode(event).map((byte) => (byte === 0x52 ? 0xff : byte)) },
    ['verifies-after-parse', 'verifies-decoded-text'],
  ),
];

async function make(difference: Difference, target: HostileTarget): Promise<HostileRequest> {
  const { signed = event, sent = signed, skew = 0, secret = target.secret } = difference;
  const genuine = await signBody(signed, { secret, timestamp: target.now + skew });
  const [t = '', v1 = ''] = genuine.split(',').map((pair) => pair.slice(pair.indexOf('=') + 1));
  const header = difference.header?.(genuine, { t, v1 }) ?? genuine;
  return {
    method: difference.method ?? 'POST',
    headers: {
      'content-type': 'application/json',
      ...(header && { 'service-signature': header }),
      ...difference.headers,
    },
    body: typeof sent === 'string' ? new TextEncoder().encode(sent) : Uint8Array.from(sent),
  };
}
