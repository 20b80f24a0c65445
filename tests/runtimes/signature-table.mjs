// The signature matrix as JSON, which packages/core/test/signature runs too. Its MACs come from node:crypto of the Node that
// starts the run, so that no runtime is tested against its own implementation.
import { createHmac } from 'node:crypto';
import { readable, unreadable } from './header-table.mjs';

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
