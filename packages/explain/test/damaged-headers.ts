import type { RejectionCode } from '@screening-webhooks/core';
import type { Diagnosis } from '../src/diagnosis.js';
import {
  BODY,
  type Damaged,
  FORGED,
  GOOD,
  HEX,
  header,
  headerOf,
  mac,
  SECRET,
  T,
  toExplain,
} from './sign-by-hand.js';

const malformed = 'signature_header_malformed';
// The code for a header with an equals sign and without a pair named t.
const noTimestamp = 'timestamp_missing';

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
  'header_missing: request came through a proxy': [
    missing([['X-Forwarded-For', '192.0.2.1']], false),
    missing([['via', '1.1 gateway']], false),
  ],
  'header_missing: empty value': [
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
  'header_malformed: white space around it': [
    header('a line break', `${GOOD}\n`, 'signature_missing', true),
  ],
  'header_malformed: header name included': [
    header('as in a request', `Service-Signature: ${GOOD}`, noTimestamp, true),
    header('as in an environment', `HTTP_SERVICE_SIGNATURE=${GOOD}`, noTimestamp, true),
  ],
  'header_malformed: quotes, brackets or backslashes': [
    header('double', `"${GOOD}"`, noTimestamp, true),
    header('single', `'${GOOD}'`, noTimestamp, true),
    header('around the values', `t="${T}",v1="${HEX}"`, malformed, true),
    header('a JSON array', JSON.stringify([GOOD]), noTimestamp, true),
    header('around a forged one', `"t=${T},v1=${FORGED}"`, noTimestamp, false, {
      otherFindings: ['unknown_secret_or_body'],
    }),
  ],
  'header_malformed: percent-encoded': [
    header('by encodeURIComponent', encodeURIComponent(GOOD), malformed, true),
  ],
  'header_malformed: upper-case T or V1': [
    header('both', GOOD.replace('t=', 'T=').replace('v1=', 'V1='), noTimestamp, true),
    header('the second', GOOD.replace('v1=', 'V1='), 'signature_missing', true),
  ],
  'header_malformed: wrong separators': [
    header('a semicolon', GOOD.replace(',', ';'), malformed, true),
    header('a space', GOOD.replace(',', ' '), malformed, true),
    header('colons', GOOD.replaceAll('=', ':'), malformed, true),
    header('spaces around the equals signs', GOOD.replaceAll('=', ' = '), noTimestamp, true),
  ],
  header_repeated: [
    header('the first one is good', `${GOOD},t=${T - 1},v1=${FORGED}`, malformed, true),
    header('joined', `${GOOD}, ${GOOD}`, malformed, true),
    header('the second one is good', `t=${T - 1},v1=${FORGED},${GOOD}`, malformed, true),
  ],
  'header_malformed: too long or too many pairs': [
    header('in characters', `${GOOD},x=${'x'.repeat(4096)}`, malformed, false),
    header('in pairs', `${GOOD}${',x=1'.repeat(40)}`, malformed, true),
  ],
  header_of_other_scheme: [
    header('GitHub', `sha256=${HEX}`, noTimestamp, false),
    header(
      'Standard Webhooks',
      `v1,${Buffer.from(HEX, 'hex').toString('base64')}`,
      noTimestamp,
      false,
    ),
    header('bare hex', HEX, malformed, false),
  ],
  'header_malformed: no name=value pairs': [header('words', 'not a signature', malformed, false)],
  'timestamp_malformed: missing': [
    header('over the body alone', `v1=${mac(BODY)}`, noTimestamp, true, {
      otherFindings: ['signed_wrong_string: the body without t'],
    }),
    header('over t and the body', `v1=${HEX}`, noTimestamp, false, {
      otherFindings: ['unknown_secret_or_body'],
    }),
  ],
  'timestamp_malformed: not whole seconds in plain digits': [
    header('a fraction', headerOf(BODY, SECRET, `${T}.5`), malformed, true),
    header('a date', `t=2026-09-21T14:13:20Z,v1=${FORGED}`, malformed, false, {
      otherFindings: ['unknown_secret_or_body'],
    }),
  ],
} satisfies Partial<Record<Diagnosis, readonly Damaged[]>>;
