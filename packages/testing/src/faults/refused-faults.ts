import type { RejectionCode } from '@screening-webhooks/core';
import type { ReceiverFlaw } from '../contracts/receiver-flaw.js';
import { changeEvent } from './change-event.js';
import type { Fault, RefusedFault } from './fault.js';
import { type Difference, planDelivery } from './plan-delivery.js';

const zeros = '0'.repeat(64);
const OTHER_SECRET = 'whsec_of_another_endpoint';
// Beyond the 300 s of the window, because clocks differ by a second or two.
const OUTSIDE_WINDOW_SECONDS = 310;

const refused = (
  kind: string,
  name: string,
  status: number,
  code: RejectionCode,
  difference: Difference,
  {
    catches = [],
    aliases = [],
  }: Partial<Pick<Fault, 'aliases'>> & {
    readonly catches?: readonly ReceiverFlaw[];
  } = {},
): RefusedFault => ({
  kind,
  summary: `${name}; refused (${code})`,
  aliases: [slug(name), ...aliases].filter((alias) => alias !== kind),
  transferMode: 'at once',
  refusal: { name, status, code, catches },
  plan: async (body, target) => [
    await planDelivery(
      body,
      target,
      // One secret, so that no second `v1` makes the delivery genuine.
      { secrets: ([newest]) => [newest], ...difference },
      { transferMode: 'at once', expected: 'refusal' },
    ),
  ],
});

/** Deliveries that a receiver must refuse (spec section 5). */
export const refusedFaults: readonly RefusedFault[] = [
  refused(
    'method_get',
    'GET',
    405,
    'method_not_allowed',
    { method: 'GET' },
    {
      catches: ['accepts-any-method'],
    },
  ),
  refused(
    'method_put',
    'PUT',
    405,
    'method_not_allowed',
    { method: 'PUT' },
    {
      catches: ['accepts-any-method'],
    },
  ),
  refused(
    'wrong_content_type',
    'a body that says it is text',
    415,
    'unsupported_media_type',
    { headers: { 'Content-Type': 'text/plain' } },
    { catches: ['accepts-any-media-type'] },
  ),
  refused(
    'false_gzip',
    'a body that says it is gzip',
    415,
    'unsupported_encoding',
    { headers: { 'Content-Encoding': 'gzip' } },
    { catches: ['ignores-content-encoding'] },
  ),
  refused(
    'missing_header',
    'no signature header',
    400,
    'signature_header_missing',
    { header: () => '' },
    {
      catches: ['accepts-unsigned'],
    },
  ),
  refused(
    'malformed_header',
    'a signature header that is none',
    400,
    'signature_header_malformed',
    {
      header: () => 'sha256 abcdef',
    },
  ),
  refused(
    'duplicate_t',
    'two t, the last one good',
    400,
    'signature_header_malformed',
    { header: (header) => `t=1,${header}` },
    { catches: ['accepts-two-t'] },
  ),
  refused(
    'junk_after_t',
    't with junk behind it',
    400,
    'signature_header_malformed',
    { header: (_header, { t, v1 }) => `t=${t}abc,v1=${v1}` },
    { catches: ['reads-t-as-a-number'] },
  ),
  refused(
    'plus_before_t',
    't with a plus',
    400,
    'signature_header_malformed',
    { header: (_header, { t, v1 }) => `t=+${t},v1=${v1}` },
    { catches: ['reads-t-as-a-number'] },
  ),
  refused('nine_v1', 'nine v1, the last one good', 400, 'signature_header_malformed', {
    header: (_header, { t, v1 }) => `t=${t}${`,v1=${zeros}`.repeat(8)},v1=${v1}`,
  }),
  refused(
    'long_header',
    'a header of five thousand characters',
    400,
    'signature_header_malformed',
    {
      header: (header) => `${header},x=${'x'.repeat(5000)}`,
    },
  ),
  refused('missing_t', 'no t', 400, 'timestamp_missing', {
    header: (_header, { v1 }) => `v1=${v1}`,
  }),
  refused('missing_v1', 'no v1', 400, 'signature_missing', {
    header: (_header, { t }) => `t=${t}`,
  }),
  refused('empty_v1', 'an empty v1', 400, 'signature_missing', {
    header: (_header, { t }) => `t=${t},v1=`,
  }),
  refused('only_v0', 'only a v0', 400, 'signature_missing', {
    header: (_header, { t, v1 }) => `t=${t},v0=${v1}`,
  }),
  refused('short_v1', 'a truncated v1', 400, 'signature_missing', {
    header: (header) => header.slice(0, -1),
  }),
  refused('bad_signature', 'a v1 of zeros', 401, 'signature_mismatch', {
    header: (_header, { t }) => `t=${t},v1=${zeros}`,
  }),
  refused('wrong_secret', 'signed with another secret', 401, 'signature_mismatch', {
    secrets: () => [OTHER_SECRET],
  }),
  refused('changed_t', 'another t than was signed', 401, 'signature_mismatch', {
    header: (_header, { t, v1 }) => `t=${Number(t) - 1},v1=${v1}`,
  }),
  refused(
    'tampered_body',
    'one letter changed after signing',
    401,
    'signature_mismatch',
    { sent: withAnotherId },
    { aliases: ['tampered'] },
  ),
  refused(
    'added_white_space',
    'white space added after signing',
    401,
    'signature_mismatch',
    { sent: (body) => `${body}\n` },
    { catches: ['verifies-after-parse'] },
  ),
  refused('reserialized_body', 're-serialised after signing', 401, 'signature_mismatch', {
    signed: (body) => JSON.stringify(JSON.parse(body), null, 2),
    sent: (body) => JSON.stringify(JSON.parse(body)),
  }),
  refused(
    'added_byte_order_mark',
    'a byte order mark added after signing',
    401,
    'signature_mismatch',
    { sent: (body) => `\uFEFF${body}` },
    { catches: ['verifies-after-parse', 'verifies-decoded-text'] },
  ),
  refused('emptied_body', 'a body that was emptied after signing', 401, 'signature_mismatch', {
    sent: () => '',
  }),
  refused(
    'stale_forgery',
    'stale and forged: not called stale',
    401,
    'signature_mismatch',
    { skew: -1000, secrets: () => [OTHER_SECRET] },
    { catches: ['window-before-mac'] },
  ),
  refused(
    'stale_timestamp',
    `signed ${OUTSIDE_WINDOW_SECONDS} s ago`,
    400,
    'timestamp_too_old',
    { skew: -OUTSIDE_WINDOW_SECONDS },
    { catches: ['accepts-stale'], aliases: ['stale'] },
  ),
  refused(
    'future_timestamp',
    `signed ${OUTSIDE_WINDOW_SECONDS} s ahead`,
    400,
    'timestamp_in_future',
    { skew: OUTSIDE_WINDOW_SECONDS },
    { catches: ['accepts-future'], aliases: ['future'] },
  ),
  refused(
    'millisecond_timestamp',
    't in milliseconds',
    400,
    'timestamp_in_future',
    { skew: 1_790_000_000_000 },
    { catches: ['accepts-future'] },
  ),
  refused(
    'empty_body',
    'signed, and empty',
    400,
    'event_malformed',
    { signed: () => '' },
    {
      catches: ['crashes-on-bad-json'],
    },
  ),
  refused(
    'invalid_json',
    'signed, and not JSON',
    400,
    'event_malformed',
    { signed: () => 'not json' },
    {
      catches: ['crashes-on-bad-json'],
    },
  ),
  refused(
    'truncated_json',
    'signed, and truncated',
    400,
    'event_malformed',
    { signed: (body) => body.trimEnd().slice(0, -1) },
    { catches: ['crashes-on-bad-json'] },
  ),
  refused('null_event', 'signed, and null', 400, 'event_malformed', { signed: () => 'null' }),
  refused('list_event', 'signed, and a list', 400, 'event_malformed', { signed: () => '[]' }),
  refused('missing_id', 'signed, without an id', 400, 'event_malformed', {
    signed: changeEvent(({ event: { id: _id, ...rest } }) => rest),
  }),
  refused(
    'invalid_utf8',
    'signed, and not UTF-8',
    400,
    'event_malformed',
    { signed: withInvalidByte },
    { catches: ['verifies-after-parse', 'verifies-decoded-text'] },
  ),
];

// Still a valid event, but not the signed one.
function withAnotherId(body: string): string {
  const changed = body.replace(
    /("id":\s*")(.)/,
    (_match, key: string, first: string) => `${key}${first === 'x' ? 'y' : 'x'}`,
  );
  return changed === body ? `${body} ` : changed;
}

// In a member that nobody reads: a receiver that decodes leniently still gets an event.
function withInvalidByte(body: string): Uint8Array<ArrayBuffer> {
  const note = changeEvent(({ event }) => ({ ...event, note: '\u0001' }))(body);
  const marked = new TextEncoder().encode(note.replace('\\u0001', '\u0001'));
  return marked.map((byte) => (byte === 1 ? 0xff : byte));
}

/** `a v1 of zeros` becomes `v1_of_zeros`. */
function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/^an? /, '')
    .replaceAll(/[^a-z0-9]+/g, '_');
}
