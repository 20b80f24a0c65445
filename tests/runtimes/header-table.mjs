// The headers of the signature matrix. Their signatures are not real MACs.

const T = 1_790_000_000;
const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const malformed = 'signature_header_malformed';

/** Headers that parse, and their signatures. */
export const readable = [
  ['one t and one v1', `t=${T},v1=${A}`, [A]],
  ['v1 before t', `v1=${A},t=${T}`, [A]],
  ['a trailing comma', `t=${T},v1=${A},`, [A]],
  ['an unknown scheme before and after', `v0=x,t=${T},v1=${A},v2=${B}`, [A]],
  ['an unknown key without a value', `t=${T},flag,v1=${A}`, [A]],
  ['several v1, in their order', `t=${T},v1=${A},v1=${B}`, [A, B]],
  ['a space after the comma', `t=${T}, v1=${A}`, [A]],
  ['spaces and tabs around every pair', ` \tt=${T}\t , \t v1=${A} `, [A]],
  ['upper-case hex', `t=${T},v1=${A.toUpperCase()}`, [A]],
  ['a v1 without a value beside a good one', `t=${T},v1=,v1=${A}`, [A]],
  ['a bare v1 beside a good one', `t=${T},v1,v1=${A}`, [A]],
  ['a v1 of 63 digits beside a good one', `t=${T},v1=${A.slice(1)},v1=${A}`, [A]],
  ['a v1 of 64 non-hex characters beside a good one', `t=${T},v1=${'g'.repeat(64)},v1=${A}`, [A]],
  ['a v1 of 64 non-ASCII characters', `t=${T},v1=${'é'.repeat(64)},v1=${A}`, [A]],
  ['a v1 with a space inside its pair', `t=${T},v1= ${A},v1=${B}`, [B]],
  ['eight v1', `t=${T}${`,v1=${A}`.repeat(8)}`, Array(8).fill(A)],
  ['thirty-two pairs', `t=${T},v1=${A}${',x=1'.repeat(30)}`, [A]],
].map(([name, header, signatures]) => ({ name, header, signatures, timestampText: String(T) }));

/** Headers that do not parse, and their codes. */
export const unreadable = [
  ['absent', null, 'signature_header_missing'],
  ['empty', '', 'signature_header_missing'],
  ['blank', '   ', malformed],
  ['no pairs at all', 'garbage', malformed],
  ['t missing', `v1=${A}`, 'timestamp_missing'],
  ['both missing', 'v0=1', 'timestamp_missing'],
  ['v1 missing', `t=${T}`, 'signature_missing'],
  ['only v0', `t=${T},v0=${A}`, 'signature_missing'],
  ['only an empty v1', `t=${T},v1=`, 'signature_missing'],
  ['only a bare v1', `t=${T},v1`, 'signature_missing'],
  ['only a short v1', `t=${T},v1=abc`, 'signature_missing'],
  ['only a v1 of 64 non-hex characters', `t=${T},v1=${'z'.repeat(64)}`, 'signature_missing'],
  ['only a v1 of 64 non-ASCII characters', `t=${T},v1=${'é'.repeat(64)}`, 'signature_missing'],
  ['upper-case T', `T=${T},v1=${A}`, 'timestamp_missing'],
  ['upper-case V1', `t=${T},V1=${A}`, 'signature_missing'],
  ['two t', `t=1,t=${T},v1=${A}`, malformed],
  ['two equal t', `t=${T},t=${T},v1=${A}`, malformed],
  ['a repeated header, joined', `t=${T},v1=${A}, t=${T},v1=${A}`, malformed],
  ['t empty', `t=,v1=${A}`, malformed],
  ['t bare', `t,v1=${A}`, malformed],
  ['t a word', `t=abc,v1=${A}`, malformed],
  ['t with trailing characters', `t=${T}abc,v1=${A}`, malformed],
  ['t with a fraction', `t=${T}.75,v1=${A}`, malformed],
  ['t with a plus', `t=+${T},v1=${A}`, malformed],
  ['t with a minus', `t=-${T},v1=${A}`, malformed],
  ['t with a leading zero', `t=0${T},v1=${A}`, malformed],
  ['t in hexadecimal', `t=0x6AB13B80,v1=${A}`, malformed],
  ['t with an exponent', `t=1e9,v1=${A}`, malformed],
  ['t in other digits', `t=١٢٣,v1=${A}`, malformed],
  ['t past a safe integer', `t=${'9'.repeat(16)},v1=${A}`, malformed],
  ['nine v1', `t=${T}${`,v1=${A}`.repeat(9)}`, malformed],
  ['nine v1, eight of them unusable', `t=${T}${',v1='.repeat(8)},v1=${A}`, malformed],
  ['thirty-three pairs', `t=${T},v1=${A}${',x=1'.repeat(31)}`, malformed],
  ['thirty-three empty pairs', `t=${T},v1=${A}${','.repeat(31)}`, malformed],
  ['over 4,096 characters', `t=${T},v1=${A},x=${'x'.repeat(4096)}`, malformed],
].map(([name, header, code]) => ({ name, header, code }));
