import type { RejectionCode } from '@screening-webhooks/core';
import type { Diagnosis } from '../src/diagnosis.js';
import {
  BODY,
  type Damaged,
  FORGED,
  GOOD,
  HEX,
  headerOf,
  headerWithCode,
  mac,
  SECRET,
  T,
  toExplain,
} from './sign-by-hand.js';

const malformed = headerWithCode('signature_header_malformed');
// The code for a header with an equals sign and without a pair named t.
const noTimestamp = headerWithCode('timestamp_missing');
const absent = headerWithCode('signature_header_missing');
const noSignature = headerWithCode('signature_missing');

const missing = (headers: readonly (readonly [string, string])[], proven: boolean) =>
  absent(`among ${headers.map(([name]) => name).join(', ') || 'none'}`, null, proven, { headers });

function withRequestHeader(name: string, value: string, code: RejectionCode): Damaged {
  const delivery = toExplain(BODY, GOOD, { headers: [[name, value]] });
  return { name: `${name}: ${value}`, delivery, code, proven: true };
}

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

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
    absent('undefined', undefined, false),
  ],
  'header_missing: request came through a proxy': [
    missing([['X-Forwarded-For', '192.0.2.1']], false),
    missing([['via', '1.1 gateway']], false),
  ],
  'header_missing: empty value': [
    absent('empty', '', false),
    malformed('blank', ' \t', false),
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
  'header_malformed: white space around it': [noSignature('a line break', `${GOOD}\n`, true)],
  'header_malformed: header name included': [
    noTimestamp('as in a request', `Service-Signature: ${GOOD}`, true),
    noTimestamp('as in an environment', `HTTP_SERVICE_SIGNATURE=${GOOD}`, true),
  ],
  'header_malformed: quotes, brackets or backslashes': [
    noTimestamp('double', `"${GOOD}"`, true),
    noTimestamp('single', `'${GOOD}'`, true),
    malformed('around the values', `t="${T}",v1="${HEX}"`, true),
    noTimestamp('a JSON array', JSON.stringify([GOOD]), true),
    noTimestamp('around a forged one', `"t=${T},v1=${FORGED}"`, false, {
      otherFindings: ['unknown_secret_or_body'],
    }),
  ],
  'header_malformed: percent-encoded': [
    malformed('by encodeURIComponent', encodeURIComponent(GOOD), true),
  ],
  'header_malformed: upper-case T or V1': [
    noTimestamp('both', GOOD.replace('t=', 'T=').replace('v1=', 'V1='), true),
    noSignature('the second', GOOD.replace('v1=', 'V1='), true),
  ],
  'header_malformed: wrong separators': [
    malformed('a semicolon', GOOD.replace(',', ';'), true),
    malformed('a space', GOOD.replace(',', ' '), true),
    malformed('colons', GOOD.replaceAll('=', ':'), true),
    noTimestamp('spaces around the equals signs', GOOD.replaceAll('=', ' = '), true),
  ],
  header_repeated: [
    malformed('the first one is good', `${GOOD},t=${T - 1},v1=${FORGED}`, true),
    malformed('joined', `${GOOD}, ${GOOD}`, true),
    malformed('the second one is good', `t=${T - 1},v1=${FORGED},${GOOD}`, true),
  ],
  'header_malformed: too long or too many pairs': [
    malformed('in characters', `${GOOD},x=${'x'.repeat(4096)}`, false),
    malformed('in pairs', `${GOOD}${',x=1'.repeat(40)}`, true),
  ],
  header_of_other_scheme: [
    noTimestamp('GitHub', `sha256=${HEX}`, false),
    noTimestamp('Standard Webhooks', `v1,${base64(HEX)}`, false),
    malformed('bare hex', HEX, false),
  ],
  'header_malformed: no name=value pairs': [malformed('words', 'not a signature', false)],
  'timestamp_malformed: missing': [
    noTimestamp('over the body alone', `v1=${mac(BODY)}`, true, {
      otherFindings: ['signed_wrong_string: the body without t'],
    }),
    noTimestamp('over t and the body', `v1=${HEX}`, false, {
      otherFindings: ['unknown_secret_or_body'],
    }),
  ],
  'timestamp_malformed: not whole seconds in plain digits': [
    malformed('a fraction', headerOf(BODY, SECRET, `${T}.5`), true),
    malformed('a date', `t=2026-09-21T14:13:20Z,v1=${FORGED}`, false, {
      otherFindings: ['unknown_secret_or_body'],
    }),
  ],
} satisfies Partial<Record<Diagnosis, readonly Damaged[]>>;
