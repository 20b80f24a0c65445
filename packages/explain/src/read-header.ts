import { parseSignatureHeader, type RejectionCode } from '@screening-webhooks/core';
import type { ExplainCause } from './causes.js';
import { findHeader } from './find-header.js';
import { headerFault } from './header-fault.js';
import { headerRepairs } from './header-repairs.js';
import { toHex } from './hmac.js';
import type { Headers } from './static-checks.js';
import { decodeBase64 } from './text-codings.js';

/** A signature in a header, of which a MAC can be proven to be the one. */
export interface Candidate {
  /** Lower-case: all 64 digits, or the first ones of a truncated signature. */
  readonly hex: string;
  /** What is wrong with how it was sent; undefined for a `v1` in the form of the specification. */
  readonly cause: ExplainCause | undefined;
}

/** One `t` and its signatures. */
export interface SignedHeader {
  readonly timestamp: string | undefined;
  readonly candidates: readonly Candidate[];
}

/** A header, read more leniently than a receiver does. */
export interface ParsedHeader {
  /** What a receiver answers to it; undefined when it can be read. */
  readonly code: RejectionCode | undefined;
  /** Faults of its form: facts, which need no proof. */
  readonly causes: readonly ExplainCause[];
  /** What to say of the form when no MAC says more. */
  readonly causeIfUnproven: ExplainCause | undefined;
  readonly signed: readonly SignedHeader[];
}

// Every header that a receiver accepts is shorter; what is longer is not searched.
const MAX_CHARACTERS = 4096;
const MAX_CANDIDATES = 8;
// 64 bits: a MAC does not begin like that by chance.
const MIN_PREFIX_DIGITS = 16;

/** Reads a header with all faults that leave something to verify, and names them. */
export function readHeader(given: string | null | undefined, headers: Headers): ParsedHeader {
  if (given === null || given === undefined || given.trim() === '') {
    const strict = parseSignatureHeader(given);
    const code = strict.ok ? undefined : strict.code;
    const found = findHeader(typeof given === 'string', headers);
    const signed = found.value === undefined ? [] : signedHeaders(found.value);
    return { code, causes: [found.cause], causeIfUnproven: undefined, signed };
  }

  const strict = parseSignatureHeader(given);
  if (strict.ok) {
    return {
      code: undefined,
      causes: [],
      causeIfUnproven: undefined,
      signed: signedHeaders(given),
    };
  }
  const { code } = strict;
  if (given.length > MAX_CHARACTERS) {
    return { code, causes: ['header_too_large'], causeIfUnproven: undefined, signed: [] };
  }

  const causes: ExplainCause[] = [];
  let text = given;
  for (const { cause, repair } of headerRepairs) {
    const repaired = repair(text);
    if (repaired === text) continue;
    causes.push(cause);
    text = repaired;
    if (parseSignatureHeader(text).ok) {
      return { code, causes, causeIfUnproven: undefined, signed: signedHeaders(text) };
    }
  }

  const { cause, certain } = headerFault(given, code);
  // A signature by other rules: nothing here could be proven of it.
  const signed = cause === 'header_of_other_scheme' ? [] : signedHeaders(given);
  return certain
    ? { code, causes: [cause], causeIfUnproven: undefined, signed }
    : { code, causes: [], causeIfUnproven: cause, signed };
}

/** Each `t` with the signatures after it; two headers joined into one make two. */
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
    else if (group.candidates.length < MAX_CANDIDATES)
      group.candidates.push(...candidatesOf(key, value));
  }
  return groups.slice(0, 2);
}

function candidatesOf(key: string, value: string): readonly Candidate[] {
  const hex = value.toLowerCase();
  if (/^[0-9a-f]{64}$/.test(hex)) {
    return [{ hex, cause: key === 'v1' ? undefined : 'signature_not_v1' }];
  }
  if (key !== 'v1') return [];
  if (/^[0-9a-f]+$/.test(hex) && hex.length >= MIN_PREFIX_DIGITS && hex.length < 64) {
    return [{ hex, cause: 'signature_truncated' }];
  }
  const bytes = decodeBase64(value);
  return bytes?.length === 32 ? [{ hex: toHex(bytes), cause: 'signature_base64' }] : [];
}
