import { parseSignatureHeader, type RejectionCode } from '@screening-webhooks/core';
import type { Diagnosis } from './diagnosis.js';
import { decodeBase64, decodePercent, encodeHex } from './encodings.js';
import { findHeader } from './find-header.js';
import { headerFault } from './header-fault.js';
import type { Headers } from './static-checks.js';

/** A value in a header that may be the MAC. */
export interface Candidate {
  /** Lower-case: all 64 digits, or the first digits of a truncated signature. */
  readonly hex: string;
  /** The fault of its form; `undefined` for a valid `v1`. */
  readonly diagnosis: Diagnosis | undefined;
}

/** One `t` and its signatures. */
export interface SignedHeader {
  readonly timestamp: string | undefined;
  readonly candidates: readonly Candidate[];
}

/** A header value, read more leniently than a receiver reads it. */
export interface ParsedHeader {
  /** The code of a receiver's answer; `undefined` if the header is valid. */
  readonly code: RejectionCode | undefined;
  /** The faults of its form. They are visible in the text, so no MAC is needed to prove them. */
  readonly diagnoses: readonly Diagnosis[];
  /** The diagnosis of its form if no MAC matches. */
  readonly diagnosisIfUnproven?: Diagnosis;
  readonly signed: readonly SignedHeader[];
}

type HeaderRepair = readonly [diagnosis: Diagnosis, repair: (text: string) => string];

// In the order in which they are undone, because one fault may hide the next. A repair leaves a text without its fault
// unchanged.
const headerRepairs: readonly HeaderRepair[] = [
  [
    'header_malformed: white space around it',
    (text) => text.replace(/^[\s\u200B\uFEFF]+|[\s\u200B\uFEFF]+$/g, ''),
  ],
  ['header_malformed: quotes, brackets or backslashes', (text) => text.replace(/[\\"'`[\]]/g, '')],
  [
    'header_malformed: header name included',
    (text) => text.replace(/^(?:http_)?(?:x-)?service[-_]signature\s*[:=]\s*/i, ''),
  ],
  [
    'header_malformed: percent-encoded',
    (text) => (text.includes('%') ? (decodePercent(text) ?? text) : text),
  ],
  [
    'header_malformed: upper-case T or V1',
    (text) =>
      text.replace(/(^|[\s,])([TV])(?=1?\s*=)/g, (_, before, key) => before + key.toLowerCase()),
  ],
  [
    'header_malformed: wrong separators',
    (text) => text.replace(/\s*[=:]\s*/g, '=').replace(/[\s,;&|]+/g, ','),
  ],
];

// A receiver rejects longer headers, so there is nothing to search in them.
const MAX_CHARACTERS = 4096;
const MAX_CANDIDATES = 8;
// 64 bits: no other MAC begins with the same digits by chance.
const MIN_PREFIX_DIGITS = 16;

/** Reads a header, undoes the faults that leave something to verify, and names all faults. */
export function readHeader(given: string | null | undefined, headers: Headers): ParsedHeader {
  const strict = parseSignatureHeader(given);
  const code = strict.ok ? undefined : strict.code;
  if (given === null || given === undefined || given.trim() === '') {
    const { diagnosis, value } = findHeader(typeof given === 'string', headers);
    const signed = value === undefined ? [] : signedHeaders(value);
    return { code, diagnoses: [diagnosis], signed };
  }
  if (code === undefined) return { code, diagnoses: [], signed: signedHeaders(given) };
  if (given.length > MAX_CHARACTERS) {
    return { code, diagnoses: ['header_malformed: too long or too many pairs'], signed: [] };
  }

  const diagnoses: Diagnosis[] = [];
  let text = given;
  for (const [diagnosis, repair] of headerRepairs) {
    const repaired = repair(text);
    if (repaired === text) continue;
    diagnoses.push(diagnosis);
    text = repaired;
    if (parseSignatureHeader(text).ok) return { code, diagnoses, signed: signedHeaders(text) };
  }

  const { diagnosis, final } = headerFault(given, code);
  // A signature of another scheme cannot be verified by these rules.
  const signed = diagnosis === 'header_of_other_scheme' ? [] : signedHeaders(given);
  return final
    ? { code, diagnoses: [diagnosis], signed }
    : { code, diagnoses: [], diagnosisIfUnproven: diagnosis, signed };
}

/** Each `t` with the signatures after it. Two joined headers yield two. */
function signedHeaders(text: string): readonly SignedHeader[] {
  const groups: { timestamp: string | undefined; candidates: Candidate[] }[] = [];
  let group: (typeof groups)[number] | undefined;
  for (const part of text.split(',', 64)) {
    const [key = '', ...rest] = part.trim().split('=');
    const value = rest.join('=');
    if (!group || (key === 't' && group.timestamp !== undefined)) {
      group = { timestamp: undefined, candidates: [] };
      groups.push(group);
    }
    if (key === 't') group.timestamp = value;
    else if (group.candidates.length < MAX_CANDIDATES) {
      group.candidates.push(...candidatesOf(key, value));
    }
  }
  return groups.slice(0, 2);
}

function candidatesOf(key: string, value: string): readonly Candidate[] {
  const hex = value.toLowerCase();
  if (/^[0-9a-f]{64}$/.test(hex)) {
    return [{ hex, diagnosis: key === 'v1' ? undefined : 'signature_malformed: not named v1' }];
  }
  if (key !== 'v1') return [];
  if (/^[0-9a-f]+$/.test(hex) && hex.length >= MIN_PREFIX_DIGITS && hex.length < 64) {
    return [{ hex, diagnosis: 'signature_truncated' }];
  }
  const bytes = decodeBase64(value);
  return bytes?.length === 32
    ? [{ hex: encodeHex(bytes), diagnosis: 'signature_malformed: base64' }]
    : [];
}
