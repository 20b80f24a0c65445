import { createHmac } from 'node:crypto';
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
  NOW,
  SECRET,
  T,
  toBody,
  toExplain,
  v1,
} from './sign-by-hand.js';

const noSignature = headerWithCode('signature_missing');
const mismatch = headerWithCode('signature_mismatch');
const tooOld = headerWithCode('timestamp_too_old');
const inFuture = headerWithCode('timestamp_in_future');

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

export const damagedSignatures = {
  'signature_malformed: missing': [noSignature('only t', `t=${T}`, false)],
  'signature_malformed: not named v1': [
    noSignature('the good one is called v0', `t=${T},v0=${HEX}`, true),
    noSignature('a forged one is called v0', `t=${T},v0=${FORGED}`, false),
    mismatch('beside a forged v1', `t=${T},v0=${HEX},v1=${FORGED}`, true),
  ],
  'signature_malformed: empty': [noSignature('v1=', `t=${T},v1=`, false)],
  signature_truncated: [
    noSignature('after 63 digits', GOOD.slice(0, -1), true),
    noSignature('after 40 digits', GOOD.slice(0, -24), true),
    noSignature('after 16 digits', GOOD.slice(0, -48), true),
  ],
  'signature_malformed: wrong number of hex digits': [
    noSignature('15 digits prove nothing', GOOD.slice(0, -49), false),
    noSignature('cut, and not the right one', `t=${T},v1=${FORGED.slice(1)}`, false),
  ],
  'signature_malformed: 40 hex digits, the length of SHA-1': [
    noSignature(
      'HMAC-SHA1',
      `t=${T},v1=${createHmac('sha1', SECRET).update(`${T}.${BODY}`).digest('hex')}`,
      false,
    ),
  ],
  'signature_malformed: 128 hex digits, the length of SHA-512': [
    noSignature(
      'HMAC-SHA512',
      `t=${T},v1=${createHmac('sha512', SECRET).update(`${T}.${BODY}`).digest('hex')}`,
      false,
    ),
  ],
  'signature_malformed: base64': [
    noSignature('padded', `t=${T},v1=${base64(HEX)}`, true),
    noSignature('base64url', `t=${T},v1=${Buffer.from(HEX, 'hex').toString('base64url')}`, true),
    noSignature('of a forged one', `t=${T},v1=${base64(FORGED)}`, false),
  ],
  'signature_malformed: not hex': [noSignature('words', `t=${T},v1=signature`, false)],
  'signed_wrong_string: the body without t': [
    mismatch('with t beside it', `t=${T},v1=${mac(BODY)}`, true),
  ],
  'signed_wrong_string: wrong separator between t and the body': ['', ':', '\n', ','].map(
    (separator) =>
      mismatch(JSON.stringify(separator), `t=${T},v1=${mac(`${T}${separator}${BODY}`)}`, true),
  ),
  'signed_wrong_string: the body before t': [
    mismatch('body first', `t=${T},v1=${mac(`${BODY}.${T}`)}`, true),
  ],
  signed_other_timestamp: [
    mismatch('a second later', `t=${T},v1=${v1(BODY, SECRET, T + 1)}`, true),
    mismatch('milliseconds in the header', `t=${NOW},v1=${HEX}`, true, {
      otherFindings: ['timestamp_malformed: in milliseconds'],
    }),
    mismatch('milliseconds signed', `t=${T},v1=${v1(BODY, SECRET, `${T}000`)}`, true),
  ],

  'timestamp_malformed: in milliseconds': [inFuture('genuine', headerOf(BODY, SECRET, NOW), true)],
  delivery_stale: [
    {
      ...tooOld('by a second', headerOf(BODY, SECRET, T - 301), true),
      seconds: 301,
    },
    {
      ...tooOld('by a year', headerOf(BODY, SECRET, T - 31_536_000), true),
      seconds: 31_536_000,
    },
  ],
  clock_skew: [
    {
      ...inFuture('by a second', headerOf(BODY, SECRET, T + 301), true),
      seconds: 301,
    },
    {
      ...inFuture('by an hour', headerOf(BODY, SECRET, T + 3600), true),
      seconds: 3600,
    },
  ],
  unknown_secret_or_body: [
    mismatch('forged', `t=${T},v1=${FORGED}`, false),
    mismatch('another secret', headerOf(BODY, 'whsec_another'), false),
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
