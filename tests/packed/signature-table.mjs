// The signature matrix, which packages/core/test/signature runs too. Its MACs come from node:crypto of the Node that
// starts the run, so that no runtime is tested against its own implementation.
import { createHmac } from 'node:crypto';

const SECRET = 'whsec_of_the_matrix';
const OLD_SECRET = 'whsec_of_yesterday';
// 999 ms into the second: the window counts whole ones.
const NOW = 1_790_000_000_999;
const T = 1_790_000_000;
const EVENT = '{"id":"evt_1"}';
const BAD = 'f'.repeat(64);

function mac(t, body = EVENT, secret = SECRET) {
  return createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
}

/** A body as JSON: the bytes, and how often they are repeated. */
function packed(bytes, times = 1) {
  return { base64: Buffer.from(bytes).toString('base64'), times };
}

const GOOD = mac(T);
const malformed = 'signature_header_malformed';

// In headers that are only parsed: no real MACs.
const A = 'a'.repeat(64);
const B = 'b'.repeat(64);

/** Headers that parse, and their signatures. */
const readable = [
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
  ['a v1 of 64 non-ASCII characters beside a good one', `t=${T},v1=${'é'.repeat(64)},v1=${A}`, [A]],
  ['a v1 with a space inside its pair beside a good one', `t=${T},v1= ${A},v1=${B}`, [B]],
  ['eight v1', `t=${T}${`,v1=${A}`.repeat(8)}`, Array(8).fill(A)],
  ['nothing but spaces between two commas', `t=${T},  ,v1=${A}`, [A]],
  ['nothing but spaces at the end', `t=${T},v1=${A},  `, [A]],
  ['as many characters as are read', `t=${T},v1=${A},x=`.padEnd(4096, 'x'), [A]],
  ['thirty-two pairs', `t=${T},v1=${A}${',x=1'.repeat(30)}`, [A]],
].map(([name, header, signatures]) => ({ name, header, signatures, timestampText: String(T) }));

/** Headers that do not parse, and their codes. */
const unreadable = [
  ['absent', null, 'signature_header_missing'],
  ['empty', '', 'signature_header_missing'],
  ['blank', '   ', malformed],
  ['no pairs at all', 'garbage', malformed],
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
  ['two t', `t=1,t=${T},v1=${A}`, malformed],
  ['two equal t', `t=${T},t=${T},v1=${A}`, malformed],
  ['a repeated header, joined', `t=${T},v1=${A}, t=${T},v1=${A}`, malformed],
  ['t empty', `t=,v1=${A}`, malformed],
  ['t bare', `t,v1=${A}`, malformed],
  ['t a word', `t=abc,v1=${A}`, malformed],
  ['t a digit with junk behind', `t=1abc,v1=${A}`, malformed],
  ['t with junk behind', `t=${T}abc,v1=${A}`, malformed],
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
  ['over 4,096 characters', `t=${T},v1=${A},x=`.padEnd(4097, 'x'), malformed],
].map(([name, header, code]) => ({ name, header, code }));

const ok = (secretIndex = 0, timestamp = T) => ({ ok: true, secretIndex, timestamp });
const refused = (code, more = {}) => ({ ok: false, code, ...more });

function delivery(name, header, expected, options = {}) {
  const { body = packed(EVENT), secret = SECRET, tolerance } = options;
  return { name, header, expected, body, secret, tolerance };
}

function signedAt(name, offset, expected, tolerance) {
  const header = `t=${T + offset},v1=${mac(T + offset)}`;
  return delivery(name, header, expected, { tolerance });
}

function signedBody(name, bytes, times) {
  const body = packed(bytes, times);
  const whole = Buffer.concat(Array(body.times).fill(Buffer.from(bytes)));
  return delivery(`${name} verifies as bytes`, `t=${T},v1=${mac(T, whole)}`, ok(), { body });
}

/** Deliveries, and the result of verifySignature for each. */
const deliveries = [
  delivery('the only v1 is good', `t=${T},v1=${GOOD}`, ok()),
  delivery('the first of two is good', `t=${T},v1=${GOOD},v1=${BAD}`, ok()),
  delivery('the last of two is good', `t=${T},v1=${BAD},v1=${GOOD}`, ok()),
  delivery('the last of eight is good', `t=${T}${`,v1=${BAD}`.repeat(7)},v1=${GOOD}`, ok()),
  delivery('the good one in upper-case hex', `t=${T},v1=${GOOD.toUpperCase()}`, ok()),
  delivery('an empty v1 beside the good one', `t=${T},v1=,v1=${GOOD}`, ok()),
  delivery('the good v1 before t', `v1=${GOOD},t=${T}`, ok()),
  delivery('spaces around pairs', `t=${T}, v1=${GOOD} `, ok()),
  delivery('none matches', `t=${T},v1=${BAD}`, refused('signature_mismatch')),
  delivery('the good one is a v0', `t=${T},v0=${GOOD},v1=${BAD}`, refused('signature_mismatch')),
  delivery('MAC over another t', `t=${T},v1=${mac(T - 1)}`, refused('signature_mismatch')),
  delivery(
    'MAC over the body alone',
    `t=${T},v1=${createHmac('sha256', SECRET).update(EVENT).digest('hex')}`,
    refused('signature_mismatch'),
  ),
  delivery(
    'MAC over NaN for a t that is not a number',
    `t=abc,v1=${mac('NaN')}`,
    refused(malformed),
  ),
  delivery(
    't with trailing characters, MAC over the number',
    `t=${T}abc,v1=${GOOD}`,
    refused(malformed),
  ),
  delivery(
    't with trailing characters, MAC over the text',
    `t=${T}abc,v1=${mac(`${T}abc`)}`,
    refused(malformed),
  ),
  delivery('two t, the last one good', `t=1,t=${T},v1=${GOOD}`, refused(malformed)),

  signedAt('299 s old', -299, ok(0, T - 299)),
  signedAt('exactly 300 s old, 999 ms into the second', -300, ok(0, T - 300)),
  signedAt('301 s old', -301, refused('timestamp_too_old', { skew: 301 })),
  signedAt('310 s old', -310, refused('timestamp_too_old', { skew: 310 })),
  signedAt('299 s ahead', 299, ok(0, T + 299)),
  signedAt('exactly 300 s ahead', 300, ok(0, T + 300)),
  signedAt('301 s ahead', 301, refused('timestamp_in_future', { skew: -301 })),
  signedAt('ten years ahead', 315_360_000, refused('timestamp_in_future', { skew: -315_360_000 })),
  signedAt('t in milliseconds', NOW - T, refused('timestamp_in_future', { skew: T - NOW })),
  signedAt('tolerance 0, the same second', 0, ok(), 0),
  signedAt('tolerance 0, a second old', -1, refused('timestamp_too_old', { skew: 1 }), 0),
  signedAt('tolerance 0, a second ahead', 1, refused('timestamp_in_future', { skew: -1 }), 0),
  delivery('stale and forged', `t=${T - 1000},v1=${BAD}`, refused('signature_mismatch')),

  signedBody('an empty body', []),
  signedBody('a byte order mark', '\uFEFF{}'),
  signedBody('invalid UTF-8', [0x7b, 0xff, 0xfe, 0x7d]),
  signedBody('NUL bytes', [0, 0, 0]),
  signedBody('CRLF', '{\r\n"a": 1\r\n}\r\n'),
  signedBody('replacement patterns', "$& $$ $1 $` $'"),
  signedBody(
    'every byte',
    Uint8Array.from({ length: 256 }).map((_, byte) => byte),
  ),
  signedBody('1 MiB', 'a'.repeat(1024), 1024),

  ...[
    ['the first', SECRET, ok(0)],
    ['the second', OLD_SECRET, ok(1)],
    ['neither', 'whsec_other', refused('signature_mismatch')],
  ].map(([which, signer, expected]) =>
    delivery(
      `signed with ${which} of two secrets`,
      `t=${T},v1=${mac(T, EVENT, signer)}`,
      expected,
      { secret: [SECRET, OLD_SECRET] },
    ),
  ),
  delivery(
    'signed with both secrets, verified by the first',
    `t=${T},v1=${mac(T, EVENT, OLD_SECRET)},v1=${GOOD}`,
    ok(0),
    { secret: [SECRET, OLD_SECRET] },
  ),
];

// The block of SHA-256 is 64 bytes: a longer key is hashed, and a text of 56 to 64 bytes needs one more block for its length.
const keys = [1, 31, 32, 63, 64, 65, 300].map((length) => 'k'.repeat(length));
const lengths = [0, 1, 43, 44, 45, 52, 53, 63, 64, 65, 119, 128, 1000];

/** The exact headers that signBody must return. */
const signings = [
  ...[...keys, 'whsec_Zm9vYmFy/ünïcode=', '🩺'].map((secret) => ({
    name: `a secret of ${secret.length} characters (${secret.slice(0, 8)}…)`,
    body: packed(EVENT),
    secret,
    header: `t=${T},v1=${mac(T, EVENT, secret)}`,
  })),
  ...lengths.map((length) => {
    const bytes = Uint8Array.from({ length }).map((_, index) => (index * 167 + length) & 0xff);
    return {
      name: `a body of ${length} bytes`,
      body: packed(bytes),
      secret: SECRET,
      header: `t=${T},v1=${mac(T, bytes)}`,
    };
  }),
  {
    name: 'two secrets, in their order',
    body: packed(EVENT),
    secret: [SECRET, OLD_SECRET],
    header: `t=${T},v1=${GOOD},v1=${mac(T, EVENT, OLD_SECRET)}`,
  },
];

/** A string for a body stands for its UTF-8 bytes. */
const text = '{"name":"Zoë 🩺"}';

export const signatureTable = {
  now: NOW,
  timestamp: T,
  secret: SECRET,
  event: EVENT,
  signature: GOOD,
  readable,
  unreadable,
  deliveries,
  signings,
  text: { body: text, header: `t=${T},v1=${mac(T, text)}` },
};
