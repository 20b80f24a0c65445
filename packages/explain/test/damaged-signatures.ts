import { createHmac } from 'node:crypto';
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
  NOW,
  SECRET,
  T,
  toBody,
  toExplain,
  v1,
} from './sign-by-hand.js';

export const damagedSignatures = {
  'signature_malformed: missing': [header('only t', `t=${T}`, 'signature_missing', false)],
  'signature_malformed: not named v1': [
    header('the good one is called v0', `t=${T},v0=${HEX}`, 'signature_missing', true),
    header('a forged one is called v0', `t=${T},v0=${FORGED}`, 'signature_missing', false),
    header('beside a forged v1', `t=${T},v0=${HEX},v1=${FORGED}`, 'signature_mismatch', true),
  ],
  'signature_malformed: empty': [header('v1=', `t=${T},v1=`, 'signature_missing', false)],
  signature_truncated: [
    header('after 63 digits', GOOD.slice(0, -1), 'signature_missing', true),
    header('after 40 digits', GOOD.slice(0, -24), 'signature_missing', true),
    header('after 16 digits', GOOD.slice(0, -48), 'signature_missing', true),
  ],
  'signature_malformed: wrong number of hex digits': [
    header('15 digits prove nothing', GOOD.slice(0, -49), 'signature_missing', false),
    header(
      'cut, and not the right one',
      `t=${T},v1=${FORGED.slice(1)}`,
      'signature_missing',
      false,
    ),
  ],
  'signature_malformed: 40 hex digits, the length of SHA-1': [
    header(
      'HMAC-SHA1',
      `t=${T},v1=${createHmac('sha1', SECRET).update(`${T}.${BODY}`).digest('hex')}`,
      'signature_missing',
      false,
    ),
  ],
  'signature_malformed: 128 hex digits, the length of SHA-512': [
    header(
      'HMAC-SHA512',
      `t=${T},v1=${createHmac('sha512', SECRET).update(`${T}.${BODY}`).digest('hex')}`,
      'signature_missing',
      false,
    ),
  ],
  'signature_malformed: base64': [
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
  'signature_malformed: not hex': [
    header('words', `t=${T},v1=signature`, 'signature_missing', false),
  ],
  'signed_wrong_string: the body without t': [
    header('with t beside it', `t=${T},v1=${mac(BODY)}`, 'signature_mismatch', true),
  ],
  'signed_wrong_string: wrong separator between t and the body': ['', ':', '\n', ','].map(
    (separator) =>
      header(
        JSON.stringify(separator),
        `t=${T},v1=${mac(`${T}${separator}${BODY}`)}`,
        'signature_mismatch',
        true,
      ),
  ),
  'signed_wrong_string: the body before t': [
    header('body first', `t=${T},v1=${mac(`${BODY}.${T}`)}`, 'signature_mismatch', true),
  ],
  signed_other_timestamp: [
    header('a second later', `t=${T},v1=${v1(BODY, SECRET, T + 1)}`, 'signature_mismatch', true),
    header('milliseconds in the header', `t=${NOW},v1=${HEX}`, 'signature_mismatch', true, {
      otherFindings: ['timestamp_malformed: in milliseconds'],
    }),
    header(
      'milliseconds signed',
      `t=${T},v1=${v1(BODY, SECRET, `${T}000`)}`,
      'signature_mismatch',
      true,
    ),
  ],

  'timestamp_malformed: in milliseconds': [
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
} satisfies Partial<Record<Diagnosis, readonly Damaged[]>>;
