import type { RejectionCode } from '@screening-webhooks/core';
import type { Bytes } from '../bytes.js';
import { changeEvent } from './change-event.js';
import type { Fault, Refusal, RefusedFault } from './fault.js';
import { type Difference, planDelivery } from './plan-delivery.js';

const zeros = '0'.repeat(64);
const OTHER_SECRET = 'whsec_of_another_endpoint';
// Beyond the 300 s of the window, because clocks differ by a second or two.
const OUTSIDE_WINDOW_SECONDS = 310;

/** Makes the faults with one answer. `name` is what is sent, as the name of a test. */
const refusedWith =
  (status: number, code: RejectionCode) =>
  (
    kind: string,
    name: string,
    {
      catches = [],
      aliases = [],
      ...difference
    }: Difference & Partial<Pick<Fault, 'aliases'> & Pick<Refusal, 'catches'>>,
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

const methodNotAllowed = refusedWith(405, 'method_not_allowed');
const unsupportedMediaType = refusedWith(415, 'unsupported_media_type');
const unsupportedEncoding = refusedWith(415, 'unsupported_encoding');
const headerMissing = refusedWith(400, 'signature_header_missing');
const headerMalformed = refusedWith(400, 'signature_header_malformed');
const timestampMissing = refusedWith(400, 'timestamp_missing');
const signatureMissing = refusedWith(400, 'signature_missing');
const mismatch = refusedWith(401, 'signature_mismatch');
const tooOld = refusedWith(400, 'timestamp_too_old');
const inFuture = refusedWith(400, 'timestamp_in_future');
const eventMalformed = refusedWith(400, 'event_malformed');

/** Deliveries that a receiver must refuse (spec section 5). */
export const refusedFaults: readonly RefusedFault[] = [
  methodNotAllowed('method_get', 'GET', { method: 'GET', catches: ['accepts-any-method'] }),
  methodNotAllowed('method_put', 'PUT', { method: 'PUT', catches: ['accepts-any-method'] }),
  unsupportedMediaType('wrong_content_type', 'a body that says it is text', {
    headers: { 'Content-Type': 'text/plain' },
    catches: ['accepts-any-media-type'],
  }),
  unsupportedEncoding('false_gzip', 'a body that says it is gzip', {
    headers: { 'Content-Encoding': 'gzip' },
    catches: ['ignores-content-encoding'],
  }),
  headerMissing('missing_header', 'no signature header', {
    header: () => '',
    catches: ['accepts-unsigned'],
  }),
  headerMalformed('malformed_header', 'a signature header that is none', {
    header: () => 'sha256 abcdef',
  }),
  headerMalformed('duplicate_t', 'two t, the last one good', {
    header: (header) => `t=1,${header}`,
    catches: ['accepts-two-t'],
  }),
  headerMalformed('junk_after_t', 't with junk behind it', {
    header: (_header, { t, v1 }) => `t=${t}abc,v1=${v1}`,
    catches: ['reads-t-as-a-number'],
  }),
  headerMalformed('plus_before_t', 't with a plus', {
    header: (_header, { t, v1 }) => `t=+${t},v1=${v1}`,
    catches: ['reads-t-as-a-number'],
  }),
  headerMalformed('nine_v1', 'nine v1, the last one good', {
    header: (_header, { t, v1 }) => `t=${t}${`,v1=${zeros}`.repeat(8)},v1=${v1}`,
  }),
  headerMalformed('long_header', 'a header of five thousand characters', {
    header: (header) => `${header},x=${'x'.repeat(5000)}`,
  }),
  timestampMissing('missing_t', 'no t', { header: (_header, { v1 }) => `v1=${v1}` }),
  signatureMissing('missing_v1', 'no v1', { header: (_header, { t }) => `t=${t}` }),
  signatureMissing('empty_v1', 'an empty v1', { header: (_header, { t }) => `t=${t},v1=` }),
  signatureMissing('only_v0', 'only a v0', { header: (_header, { t, v1 }) => `t=${t},v0=${v1}` }),
  signatureMissing('short_v1', 'a truncated v1', { header: (header) => header.slice(0, -1) }),
  mismatch('bad_signature', 'a v1 of zeros', { header: (_header, { t }) => `t=${t},v1=${zeros}` }),
  mismatch('wrong_secret', 'signed with another secret', { secrets: () => [OTHER_SECRET] }),
  mismatch('changed_t', 'another t than was signed', {
    header: (_header, { t, v1 }) => `t=${Number(t) - 1},v1=${v1}`,
  }),
  mismatch('tampered_body', 'one letter changed after signing', {
    sent: withAnotherId,
    aliases: ['tampered'],
  }),
  mismatch('added_white_space', 'white space added after signing', {
    sent: (body) => `${body}\n`,
    catches: ['verifies-after-parse'],
  }),
  mismatch('reserialized_body', 're-serialised after signing', {
    signed: (body) => JSON.stringify(JSON.parse(body), null, 2),
    sent: (body) => JSON.stringify(JSON.parse(body)),
  }),
  mismatch('added_byte_order_mark', 'a byte order mark added after signing', {
    sent: (body) => `\uFEFF${body}`,
    catches: ['verifies-after-parse', 'verifies-decoded-text'],
  }),
  mismatch('emptied_body', 'a body that was emptied after signing', { sent: () => '' }),
  mismatch('stale_forgery', 'stale and forged: not called stale', {
    skew: -1000,
    secrets: () => [OTHER_SECRET],
    catches: ['window-before-mac'],
  }),
  tooOld('stale_timestamp', `signed ${OUTSIDE_WINDOW_SECONDS} s ago`, {
    skew: -OUTSIDE_WINDOW_SECONDS,
    catches: ['accepts-stale'],
    aliases: ['stale'],
  }),
  inFuture('future_timestamp', `signed ${OUTSIDE_WINDOW_SECONDS} s ahead`, {
    skew: OUTSIDE_WINDOW_SECONDS,
    catches: ['accepts-future'],
    aliases: ['future'],
  }),
  inFuture('millisecond_timestamp', 't in milliseconds', {
    skew: (now) => now * 1000 - now,
    catches: ['accepts-future'],
  }),
  eventMalformed('empty_body', 'signed, and empty', {
    signed: () => '',
    catches: ['crashes-on-bad-json'],
  }),
  eventMalformed('invalid_json', 'signed, and not JSON', {
    signed: () => 'not json',
    catches: ['crashes-on-bad-json'],
  }),
  eventMalformed('truncated_json', 'signed, and truncated', {
    signed: (body) => body.trimEnd().slice(0, -1),
    catches: ['crashes-on-bad-json'],
  }),
  eventMalformed('null_event', 'signed, and null', { signed: () => 'null' }),
  eventMalformed('list_event', 'signed, and a list', { signed: () => '[]' }),
  eventMalformed('missing_id', 'signed, without an id', {
    signed: changeEvent(({ event: { id: _id, ...rest } }) => rest),
  }),
  eventMalformed('invalid_utf8', 'signed, and not UTF-8', {
    signed: withInvalidByte,
    catches: ['verifies-after-parse', 'verifies-decoded-text'],
  }),
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
function withInvalidByte(body: string): Bytes {
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
