import { describe, expect, it } from 'vitest';
import { parseSignatureHeader } from '../../src/index.js';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const T = '1790000000';

describe('a header that can be read', () => {
  const rows: [name: string, header: string, signatures: string[]][] = [
    ['one t and one v1', `t=${T},v1=${A}`, [A]],
    ['v1 before t', `v1=${A},t=${T}`, [A]],
    ['a trailing comma', `t=${T},v1=${A},`, [A]],
    ['an unknown scheme before and after', `v0=x,t=${T},v1=${A},v2=${B}`, [A]],
    ['an unknown key without a value', `t=${T},flag,v1=${A}`, [A]],
    ['several v1, in their order', `t=${T},v1=${A},v1=${B}`, [A, B]],
    ['a space after the comma', `t=${T}, v1=${A}`, [A]],
    ['spaces and tabs around every pair', ` \tt=${T}\t , \t v1=${A} `, [A]],
    ['unknown keys T and V1 beside good ones', `T=1,t=${T},v1=${A},V1=x`, [A]],
    ['upper-case hex', `t=${T},v1=${A.toUpperCase()}`, [A]],
    ['a v1 without a value beside a good one', `t=${T},v1=,v1=${A}`, [A]],
    ['a bare v1 beside a good one', `t=${T},v1,v1=${A}`, [A]],
    ['a v1 of 63 digits beside a good one', `t=${T},v1=${A.slice(1)},v1=${A}`, [A]],
    ['a v1 of 64 non-hex characters beside a good one', `t=${T},v1=${'g'.repeat(64)},v1=${A}`, [A]],
    [
      'a v1 of 64 non-ASCII characters beside a good one',
      `t=${T},v1=${'é'.repeat(64)},v1=${A}`,
      [A],
    ],
    ['a v1 with a space inside its pair beside a good one', `t=${T},v1= ${A},v1=${B}`, [B]],
    ['eight v1', `t=${T}${`,v1=${A}`.repeat(8)}`, Array(8).fill(A)],
    ['nothing but spaces between two commas', `t=${T},  ,v1=${A}`, [A]],
    ['nothing but spaces at the end', `t=${T},v1=${A},  `, [A]],
    ['as many characters as are read', `t=${T},v1=${A},x=`.padEnd(4096, 'x'), [A]],
    ['thirty-two pairs', `t=${T},v1=${A}${',x=1'.repeat(30)}`, [A]],
  ];
  it.each(rows)('%s', (_name, header, signatures) => {
    expect(parseSignatureHeader(header)).toEqual({
      ok: true,
      timestamp: Number(T),
      timestampText: T,
      signatures,
    });
  });

  it('keeps t as it was written, also zero', () => {
    expect(parseSignatureHeader(`t=0,v1=${A}`)).toMatchObject({ timestamp: 0, timestampText: '0' });
  });
});

describe('a header that cannot', () => {
  const rows: [name: string, header: string | null | undefined, code: string][] = [
    ['absent (null)', null, 'signature_header_missing'],
    ['absent (undefined)', undefined, 'signature_header_missing'],
    ['empty', '', 'signature_header_missing'],
    ['blank', '   ', 'signature_header_malformed'],
    ['no pairs at all', 'garbage', 'signature_header_malformed'],
    ['t missing', `v1=${A}`, 'timestamp_missing'],
    ['both missing', 'v0=1', 'timestamp_missing'],
    ['v1 missing', `t=${T}`, 'signature_missing'],
    ['only v0', `t=${T},v0=${A}`, 'signature_missing'],
    ['only a v1 of 65 digits', `t=${T},v1=${A}a`, 'signature_missing'],
    ['only a v1 of 65 digits, the last one not hex', `t=${T},v1=${A}g`, 'signature_missing'],
    ['only a v1 of 65 digits, the first one not hex', `t=${T},v1=g${A}`, 'signature_missing'],
    ['a key that ends in t', `xt=${T},v1=${A}`, 'timestamp_missing'],
    ['only an empty v1', `t=${T},v1=`, 'signature_missing'],
    ['only a bare v1', `t=${T},v1`, 'signature_missing'],
    ['only a short v1', `t=${T},v1=abc`, 'signature_missing'],
    ['only a v1 of 64 non-hex characters', `t=${T},v1=${'z'.repeat(64)}`, 'signature_missing'],
    ['only a v1 of 64 non-ASCII characters', `t=${T},v1=${'é'.repeat(64)}`, 'signature_missing'],
    ['upper-case T instead of t', `T=${T},v1=${A}`, 'timestamp_missing'],
    ['upper-case V1 instead of v1', `t=${T},V1=${A}`, 'signature_missing'],
    ['only upper-case keys', `T=${T},V1=${A}`, 'timestamp_missing'],
    ['two t', `t=1,t=${T},v1=${A}`, 'signature_header_malformed'],
    ['two equal t', `t=${T},t=${T},v1=${A}`, 'signature_header_malformed'],
    ['a repeated header, joined', `t=${T},v1=${A}, t=${T},v1=${A}`, 'signature_header_malformed'],
    ['t empty', `t=,v1=${A}`, 'signature_header_malformed'],
    ['t bare', `t,v1=${A}`, 'signature_header_malformed'],
    ['t a word', `t=abc,v1=${A}`, 'signature_header_malformed'],
    ['t a digit with junk behind', `t=1abc,v1=${A}`, 'signature_header_malformed'],
    ['t with junk behind', `t=${T}abc,v1=${A}`, 'signature_header_malformed'],
    ['t with a fraction', `t=${T}.75,v1=${A}`, 'signature_header_malformed'],
    ['t with a plus', `t=+${T},v1=${A}`, 'signature_header_malformed'],
    ['t with a minus', `t=-${T},v1=${A}`, 'signature_header_malformed'],
    ['t with a leading zero', `t=0${T},v1=${A}`, 'signature_header_malformed'],
    ['t in hexadecimal', `t=0x6AB13B80,v1=${A}`, 'signature_header_malformed'],
    ['t with an exponent', `t=1e9,v1=${A}`, 'signature_header_malformed'],
    ['t in other digits', `t=١٢٣,v1=${A}`, 'signature_header_malformed'],
    ['t past a safe integer', `t=${'9'.repeat(16)},v1=${A}`, 'signature_header_malformed'],
    ['nine v1', `t=${T}${`,v1=${A}`.repeat(9)}`, 'signature_header_malformed'],
    [
      'nine v1, eight of them unusable',
      `t=${T}${',v1='.repeat(8)},v1=${A}`,
      'signature_header_malformed',
    ],
    ['thirty-three pairs', `t=${T},v1=${A}${',x=1'.repeat(31)}`, 'signature_header_malformed'],
    ['thirty-three empty pairs', `t=${T},v1=${A}${','.repeat(31)}`, 'signature_header_malformed'],
    ['over 4,096 characters', `t=${T},v1=${A},x=`.padEnd(4097, 'x'), 'signature_header_malformed'],
  ];
  it.each(rows)('%s', (_name, header, code) => {
    expect(parseSignatureHeader(header)).toEqual({ ok: false, code });
  });
});
