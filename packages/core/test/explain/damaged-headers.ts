import { createHash, createHmac } from 'node:crypto';
import type { ExplainCause } from '../../src/explain/index.js';
import type { RejectionCode } from '../../src/index.js';
import { recordedEvent } from '../support/sample-event.js';
import { NOW, SECRET, toBody } from '../support/signed-delivery.js';
import { type Damaged, headerOf, mac, T, toExplain, v1 } from './sign-by-hand.js';

const BODY = JSON.stringify(recordedEvent());
const GOOD = headerOf(BODY);
const HEX = v1(BODY);
const FORGED = createHash('sha256').update('forged').digest('hex');

const malformed = 'signature_header_malformed';
// Of a header with an equals sign, and no pair that is called t.
const unseen = 'timestamp_missing';

/** A header whose fault is plain to see. Where it leaves something to verify, a MAC proves the rest. */
function header(
  name: string,
  value: string | null | undefined,
  code: RejectionCode,
  proven: boolean,
  more: Pick<Damaged, 'also'> & { readonly headers?: readonly (readonly [string, string])[] } = {},
): Damaged {
  const { headers = [], ...rest } = more;
  return { name, delivery: toExplain(BODY, value, { headers }), code, proven, ...rest };
}

const missing = (headers: readonly (readonly [string, string])[], proven: boolean) =>
  header(
    `among ${headers.map(([name]) => name).join(', ') || 'none'}`,
    null,
    'signature_header_missing',
    proven,
    { headers },
  );

function withRequestHeader(name: string, value: string, code: RejectionCode): Damaged {
  const delivery = toExplain(BODY, GOOD, { headers: [[name, value]] });
  return { name: `${name}: ${value}`, delivery, code, proven: true };
}

export const damagedHeaders = {
  content_type_refused: [
    withRequestHeader(
      'Content-Type',
      'application/x-www-form-urlencoded',
      'unsupported_media_type',
    ),
    withRequestHeader('content-type', 'text/plain; charset=utf-8', 'unsupported_media_type'),
  ],
  content_encoding_refused: [withRequestHeader('Content-Encoding', 'br', 'unsupported_encoding')],
  header_missing: [
    missing([], false),
    missing(
      [
        ['host', 'receiver.example'],
        ['x-other', GOOD.slice(0, 20)],
      ],
      false,
    ),
    header('undefined', undefined, 'signature_header_missing', false),
  ],
  header_missing_behind_proxy: [
    missing([['X-Forwarded-For', '192.0.2.1']], false),
    missing([['via', '1.1 gateway']], false),
  ],
  header_empty: [
    header('empty', '', 'signature_header_missing', false),
    header('blank', ' \t', malformed, false),
    missing([['Service-Signature', '']], false),
  ],
  header_not_read: [
    missing([['Service-Signature', GOOD]], true),
    missing([['service-signature', GOOD]], true),
  ],
  header_wrong_name: [
    missing([['X-Service-Signature', GOOD]], true),
    missing([['Stripe-Signature', GOOD]], true),
    missing([['HTTP_SERVICE_SIGNATURE', GOOD]], true),
    missing([['service_signature', GOOD]], true),
  ],
  header_white_space: [header('a line break', `${GOOD}\n`, 'signature_missing', true)],
  header_includes_name: [
    header('as in a request', `Service-Signature: ${GOOD}`, unseen, true),
    header('as in an environment', `HTTP_SERVICE_SIGNATURE=${GOOD}`, unseen, true),
  ],
  header_quoted: [
    header('double', `"${GOOD}"`, unseen, true),
    header('single', `'${GOOD}'`, unseen, true),
    header('around the values', `t="${T}",v1="${HEX}"`, malformed, true),
    header('a JSON array', JSON.stringify([GOOD]), unseen, true),
    header('around a forged one', `"t=${T},v1=${FORGED}"`, unseen, false, {
      also: ['unknown_secret_or_body'],
    }),
  ],
  header_url_encoded: [header('by encodeURIComponent', encodeURIComponent(GOOD), malformed, true)],
  header_upper_case: [
    header('both', GOOD.replace('t=', 'T=').replace('v1=', 'V1='), malformed, true),
    header('the second', GOOD.replace('v1=', 'V1='), malformed, true),
  ],
  header_wrong_delimiter: [
    header('a semicolon', GOOD.replace(',', ';'), malformed, true),
    header('a space', GOOD.replace(',', ' '), malformed, true),
    header('colons', GOOD.replaceAll('=', ':'), malformed, true),
    header('spaces around the equals signs', GOOD.replaceAll('=', ' = '), unseen, true),
  ],
  header_repeated: [
    header('joined', `${GOOD}, ${GOOD}`, malformed, true),
    header('the second one is good', `t=${T - 1},v1=${FORGED},${GOOD}`, malformed, true),
  ],
  header_too_large: [
    header('in characters', `${GOOD},x=${'x'.repeat(4096)}`, malformed, false),
    header('in pairs', `${GOOD}${',x=1'.repeat(40)}`, malformed, true),
  ],
  header_of_other_scheme: [
    header('GitHub', `sha256=${HEX}`, unseen, false),
    header('Standard Webhooks', `v1,${Buffer.from(HEX, 'hex').toString('base64')}`, unseen, false),
    header('bare hex', HEX, malformed, false),
  ],
  header_unreadable: [header('words', 'not a signature', malformed, false)],
  timestamp_missing: [
    header('over the body alone', `v1=${mac(BODY)}`, unseen, true, {
      also: ['signed_body_only'],
    }),
    header('over t and the body', `v1=${HEX}`, unseen, false, {
      also: ['unknown_secret_or_body'],
    }),
  ],
  timestamp_malformed: [
    header('a fraction', headerOf(BODY, SECRET, `${T}.5`), malformed, true),
    header('a date', `t=2026-09-21T14:13:20Z,v1=${FORGED}`, malformed, false, {
      also: ['unknown_secret_or_body'],
    }),
  ],

  signature_absent: [header('only t', `t=${T}`, 'signature_missing', false)],
  signature_not_v1: [
    header('the good one is called v0', `t=${T},v0=${HEX}`, 'signature_missing', true),
    header('a forged one is called v0', `t=${T},v0=${FORGED}`, 'signature_missing', false),
    header('beside a forged v1', `t=${T},v0=${HEX},v1=${FORGED}`, 'signature_mismatch', true),
  ],
  signature_empty: [header('v1=', `t=${T},v1=`, 'signature_missing', false)],
  signature_truncated: [
    header('after 63 digits', GOOD.slice(0, -1), 'signature_missing', true),
    header('after 40 digits', GOOD.slice(0, -24), 'signature_missing', true),
    header('after 16 digits', GOOD.slice(0, -48), 'signature_missing', true),
  ],
  signature_wrong_length: [
    header('15 digits prove nothing', GOOD.slice(0, -49), 'signature_missing', false),
    header(
      'cut, and not the right one',
      `t=${T},v1=${FORGED.slice(1)}`,
      'signature_missing',
      false,
    ),
  ],
  signature_of_sha1: [
    header(
      'HMAC-SHA1',
      `t=${T},v1=${createHmac('sha1', SECRET).update(`${T}.${BODY}`).digest('hex')}`,
      'signature_missing',
      false,
    ),
  ],
  signature_of_sha512: [
    header(
      'HMAC-SHA512',
      `t=${T},v1=${createHmac('sha512', SECRET).update(`${T}.${BODY}`).digest('hex')}`,
      'signature_missing',
      false,
    ),
  ],
  signature_base64: [
    header(
      'padded',
      `t=${T},v1=${Buffer.from(HEX, 'hex').toString('base64')}`,
      'signature_missing',
      true,
    ),
    header(
      'base64url',
      `t=${T},v1=${Buffer.from(HEX, 'hex').toString('base64url')}`,
      'signature_missing',
      true,
    ),
    header(
      'of a forged one',
      `t=${T},v1=${Buffer.from(FORGED, 'hex').toString('base64')}`,
      'signature_missing',
      false,
    ),
  ],
  signature_not_hex: [header('words', `t=${T},v1=signature`, 'signature_missing', false)],
  signed_body_only: [
    header('with t beside it', `t=${T},v1=${mac(BODY)}`, 'signature_mismatch', true),
  ],
  signed_wrong_separator: ['', ':', '\n', ','].map((separator) =>
    header(
      JSON.stringify(separator),
      `t=${T},v1=${mac(`${T}${separator}${BODY}`)}`,
      'signature_mismatch',
      true,
    ),
  ),
  signed_wrong_order: [
    header('body first', `t=${T},v1=${mac(`${BODY}.${T}`)}`, 'signature_mismatch', true),
  ],
  signed_other_timestamp: [
    header('a second later', `t=${T},v1=${v1(BODY, SECRET, T + 1)}`, 'signature_mismatch', true),
    header('milliseconds in the header', `t=${NOW},v1=${HEX}`, 'signature_mismatch', true, {
      also: ['timestamp_in_milliseconds'],
    }),
    header(
      'milliseconds signed',
      `t=${T},v1=${v1(BODY, SECRET, `${T}000`)}`,
      'signature_mismatch',
      true,
    ),
  ],

  timestamp_in_milliseconds: [
    header('genuine', headerOf(BODY, SECRET, NOW), 'timestamp_in_future', true),
  ],
  delivery_stale: [
    {
      ...header('by a second', headerOf(BODY, SECRET, T - 301), 'timestamp_too_old', true),
      seconds: 301,
    },
    {
      ...header('by a year', headerOf(BODY, SECRET, T - 31_536_000), 'timestamp_too_old', true),
      seconds: 31_536_000,
    },
  ],
  clock_skew: [
    {
      ...header('by a second', headerOf(BODY, SECRET, T + 301), 'timestamp_in_future', true),
      seconds: 301,
    },
    {
      ...header('by an hour', headerOf(BODY, SECRET, T + 3600), 'timestamp_in_future', true),
      seconds: 3600,
    },
  ],
  unknown_secret_or_body: [
    header('forged', `t=${T},v1=${FORGED}`, 'signature_mismatch', false),
    header('another secret', headerOf(BODY, 'whsec_another'), 'signature_mismatch', false),
    {
      name: 'another body',
      delivery: {
        ...toExplain(BODY, headerOf(`${BODY.slice(0, -1)},"more":1}`)),
        body: toBody(BODY),
      },
      code: 'signature_mismatch',
      proven: false,
    },
  ],
} satisfies Partial<Record<ExplainCause, readonly Damaged[]>>;
