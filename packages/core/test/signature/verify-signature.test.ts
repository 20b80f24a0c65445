import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signBody, verifySignature } from '../../src/index.js';
import { NOW_SECONDS, now, SECRET, toBody } from '../support/signed-delivery.js';

const BODY = toBody('{"id":"evt_1"}');
const BAD = 'f'.repeat(64);

/** The MAC by an independent route, over whatever text stands for `t`. */
function mac(t: number | string, body: Uint8Array | string = BODY, secret = SECRET): string {
  return createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
}

const GOOD = mac(NOW_SECONDS);

describe('signatures', () => {
  const rows: [name: string, header: string, expected: object][] = [
    ['the only v1 is good', `t=${NOW_SECONDS},v1=${GOOD}`, { ok: true, secretIndex: 0 }],
    ['the first of two is good', `t=${NOW_SECONDS},v1=${GOOD},v1=${BAD}`, { ok: true }],
    ['the last of two is good', `t=${NOW_SECONDS},v1=${BAD},v1=${GOOD}`, { ok: true }],
    [
      'the last of eight is good',
      `t=${NOW_SECONDS}${`,v1=${BAD}`.repeat(7)},v1=${GOOD}`,
      { ok: true },
    ],
    ['upper-case hex', `t=${NOW_SECONDS},v1=${GOOD.toUpperCase()}`, { ok: true }],
    ['an empty v1 beside the good one', `t=${NOW_SECONDS},v1=,v1=${GOOD}`, { ok: true }],
    ['v1 before t', `v1=${GOOD},t=${NOW_SECONDS}`, { ok: true }],
    ['spaces around pairs', `t=${NOW_SECONDS}, v1=${GOOD} `, { ok: true }],
    ['none matches', `t=${NOW_SECONDS},v1=${BAD}`, { ok: false, code: 'signature_mismatch' }],
    [
      'the good one is called v0',
      `t=${NOW_SECONDS},v0=${GOOD},v1=${BAD}`,
      { code: 'signature_mismatch' },
    ],
    [
      'MAC over another t',
      `t=${NOW_SECONDS},v1=${mac(NOW_SECONDS - 1)}`,
      { code: 'signature_mismatch' },
    ],
    [
      'MAC over the body alone',
      `t=${NOW_SECONDS},v1=${createHmac('sha256', SECRET).update(BODY).digest('hex')}`,
      { code: 'signature_mismatch' },
    ],
    [
      'MAC over NaN for a t that is not a number',
      `t=abc,v1=${mac('NaN')}`,
      { code: 'signature_header_malformed' },
    ],
    [
      'junk behind t, MAC over the plain number',
      `t=${NOW_SECONDS}abc,v1=${GOOD}`,
      { code: 'signature_header_malformed' },
    ],
    [
      'junk behind t, MAC over the text',
      `t=${NOW_SECONDS}abc,v1=${mac(`${NOW_SECONDS}abc`)}`,
      { code: 'signature_header_malformed' },
    ],
    [
      'two t, the last one good',
      `t=1,t=${NOW_SECONDS},v1=${GOOD}`,
      { code: 'signature_header_malformed' },
    ],
  ];
  it.each(rows)('%s', async (_name, header, expected) => {
    expect(await verifySignature(BODY, header, { secret: SECRET, now })).toMatchObject(expected);
  });
});

describe('the window', () => {
  const rows: [name: string, offset: number, expected: object][] = [
    ['now', 0, { ok: true }],
    ['299 s old', -299, { ok: true }],
    ['exactly 300 s old, 999 ms into the second', -300, { ok: true }],
    ['301 s old', -301, { code: 'timestamp_too_old', skew: 301 }],
    ['310 s old', -310, { code: 'timestamp_too_old', skew: 310 }],
    ['299 s ahead', 299, { ok: true }],
    ['exactly 300 s ahead', 300, { ok: true }],
    ['301 s ahead', 301, { code: 'timestamp_in_future', skew: -301 }],
    ['ten years ahead', 315_360_000, { code: 'timestamp_in_future', skew: -315_360_000 }],
  ];
  it.each(rows)('%s', async (_name, offset, expected) => {
    const timestamp = NOW_SECONDS + offset;
    const header = `t=${timestamp},v1=${mac(timestamp)}`;
    expect(await verifySignature(BODY, header, { secret: SECRET, now })).toMatchObject(expected);
  });

  it('t in milliseconds is far in the future', async () => {
    const header = `t=${now()},v1=${mac(now())}`;
    expect(await verifySignature(BODY, header, { secret: SECRET, now })).toMatchObject({
      code: 'timestamp_in_future',
    });
  });

  it('a stale forgery is a mismatch: too_old is only said of a genuine signature', async () => {
    const header = `t=${NOW_SECONDS - 1000},v1=${BAD}`;
    expect(await verifySignature(BODY, header, { secret: SECRET, now })).toMatchObject({
      code: 'signature_mismatch',
    });
  });

  it('tolerance 0 allows the same second, and no other', async () => {
    const options = { secret: SECRET, now, tolerance: 0 };
    const at = async (timestamp: number) =>
      verifySignature(BODY, await signBody(BODY, { secret: SECRET, timestamp }), options);
    expect(await at(NOW_SECONDS)).toMatchObject({ ok: true });
    expect(await at(NOW_SECONDS - 1)).toMatchObject({ code: 'timestamp_too_old' });
    expect(await at(NOW_SECONDS + 1)).toMatchObject({ code: 'timestamp_in_future' });
  });
});

describe('bodies', () => {
  const rows: [name: string, body: Uint8Array][] = [
    ['empty', new Uint8Array(0)],
    ['a byte order mark', toBody('\uFEFF{}')],
    ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
    ['NUL bytes', new Uint8Array([0, 0, 0])],
    ['CRLF', toBody('{\r\n"a": 1\r\n}\r\n')],
    ['replacement patterns', toBody("$& $$ $1 $` $'")],
    ['a view into a larger buffer', new Uint8Array([1, 2, 3, 4, 5]).subarray(1, 4)],
    ['1 MiB', new Uint8Array(1_048_576).fill(0x61)],
  ];
  it.each(rows)('%s verifies as bytes', async (_name, body) => {
    const header = `t=${NOW_SECONDS},v1=${mac(NOW_SECONDS, body)}`;
    expect(await verifySignature(body, header, { secret: SECRET, now })).toMatchObject({
      ok: true,
    });
  });

  it('a string stands for its UTF-8 bytes', async () => {
    const text = '{"name":"Zoë 🩺"}';
    const header = `t=${NOW_SECONDS},v1=${mac(NOW_SECONDS, text)}`;
    expect(await verifySignature(text, header, { secret: SECRET, now })).toMatchObject({
      ok: true,
    });
  });

  it('a parsed body throws and says what to hand over instead', async () => {
    const parsed: unknown = { id: 'evt_1' };
    const header = `t=${NOW_SECONDS},v1=${GOOD}`;
    await expect(
      // @ts-expect-error what a JavaScript caller would do
      verifySignature(parsed, header, { secret: SECRET, now }),
    ).rejects.toThrow(/raw body/);
  });
});

describe('secrets', () => {
  const OLD = 'whsec_old';

  it('any of several secrets verifies, and the index says which', async () => {
    const secret = [SECRET, OLD];
    const by = async (signer: string) =>
      verifySignature(BODY, `t=${NOW_SECONDS},v1=${mac(NOW_SECONDS, BODY, signer)}`, {
        secret,
        now,
      });
    expect(await by(SECRET)).toEqual({ ok: true, timestamp: NOW_SECONDS, secretIndex: 0 });
    expect(await by(OLD)).toEqual({ ok: true, timestamp: NOW_SECONDS, secretIndex: 1 });
    expect(await by('whsec_other')).toEqual({ ok: false, code: 'signature_mismatch' });
  });

  it('a header signed with both secrets is verified by the first of the secrets that are given', async () => {
    const header = await signBody(BODY, { secret: [OLD, SECRET], timestamp: NOW_SECONDS });
    expect(await verifySignature(BODY, header, { secret: [SECRET, OLD], now })).toMatchObject({
      secretIndex: 0,
    });
  });

  it('the key is the UTF-8 bytes of the secret as they are', async () => {
    const secret = 'whsec_Zm9vYmFy/ünïcode=';
    const header = `t=${NOW_SECONDS},v1=${mac(NOW_SECONDS, BODY, secret)}`;
    expect(await verifySignature(BODY, header, { secret, now })).toMatchObject({ ok: true });
  });

  it('more secrets than the key cache holds still verify', async () => {
    for (let n = 0; n < 1100; n += 1) await signBody('x', { secret: `secret-${n}`, timestamp: 1 });
    const header = await signBody(BODY, { secret: 'secret-0', timestamp: NOW_SECONDS });
    expect(await verifySignature(BODY, header, { secret: 'secret-0', now })).toMatchObject({
      ok: true,
    });
  });

  const wrong: [name: string, secret: unknown, message: RegExp][] = [
    ['empty', '', /secret: .*non-empty.*variable or binding/],
    ['an empty list', [], /secret: .*environment variable/],
    ['missing', undefined, /secret: .*environment variable/],
    ['an empty one in a list', [SECRET, ''], /secret\[1\]: .*non-empty/],
    ['one in a list that is not a string', [SECRET, 42], /secret\[1\]: .*non-empty/],
    ['a newline behind', `${SECRET}\n`, /secret: has white space/],
    ['a space before', ` ${SECRET}`, /secret: has white space/],
    ['not a string', 42, /secret: expected/],
  ];
  it.each(wrong)('%s throws, naming option and cure', async (_name, secret, message) => {
    await expect(
      // @ts-expect-error what a JavaScript caller could do
      verifySignature(BODY, null, { secret }),
    ).rejects.toThrow(message);
  });
});

it.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('tolerance %s throws', async (tolerance) => {
  await expect(verifySignature(BODY, null, { secret: SECRET, tolerance })).rejects.toThrow(
    /tolerance: expected seconds/,
  );
});
