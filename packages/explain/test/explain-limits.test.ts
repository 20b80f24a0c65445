import { gzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { gunzip } from '../src/compression.js';
import { explainDelivery } from '../src/index.js';
import { BODY, FORGED, GOOD, headerOf, now, SECRET, T, toBody, toExplain } from './sign-by-hand.js';

const forged = `t=${T},v1=${FORGED}`;
const unknown = { ok: false, cause: 'unknown_secret_or_body' };

it('a genuine delivery costs one MAC', async () => {
  const sign = vi.spyOn(crypto.subtle, 'sign');
  expect(await explainDelivery(toExplain(BODY, GOOD))).toMatchObject({ ok: true });
  expect(sign).toHaveBeenCalledOnce();
});

it('stops at 8,192 MACs', async () => {
  const sign = vi.spyOn(crypto.subtle, 'sign');
  const secret = Array.from({ length: 200 }, (_, nth) => `whsec_${nth}`);
  expect(await explainDelivery(toExplain(BODY, forged, { secret }))).toMatchObject(unknown);
  expect(sign).toHaveBeenCalledTimes(8192);
}, 60_000);

it('stops at 128 MiB', async () => {
  const sign = vi.spyOn(crypto.subtle, 'sign');
  const body = 'a'.repeat(262_144);
  const secret = Array.from({ length: 10 }, (_, nth) => `whsec_${nth}`);
  expect(await explainDelivery(toExplain(body, forged, { secret }))).toMatchObject(unknown);
  const hashed = sign.mock.calls.reduce((sum, [, , data]) => sum + data.byteLength, 0);
  expect(hashed).toBeGreaterThan(126 * 1024 * 1024);
  expect(hashed).toBeLessThan(129 * 1024 * 1024);
}, 60_000);

it('does not decompress a gzip bomb', async () => {
  const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(262_144);
  expect(await gunzip(bomb, 262_144)).toBeUndefined();
  expect(await explainDelivery(toExplain(bomb, forged))).toMatchObject(unknown);
}, 60_000);

it('decompresses gzip up to the limit, and not one byte more', async () => {
  const zipped = gzipSync(Buffer.alloc(1000));
  expect(await gunzip(zipped, 1000)).toEqual(new Uint8Array(1000));
  expect(await gunzip(zipped, 999)).toBeUndefined();
  expect(await gunzip(zipped.subarray(0, -4), 1000)).toBeUndefined();
});

it('works on a runtime without compression streams', async () => {
  vi.stubGlobal('CompressionStream', undefined);
  vi.stubGlobal('DecompressionStream', undefined);
  const zipped = gzipSync(BODY);
  expect(await explainDelivery(toExplain(zipped, headerOf(BODY)))).toMatchObject(unknown);
  expect(await explainDelivery(toExplain(BODY, headerOf(zipped)))).toMatchObject(unknown);
});

it.each([
  ['nested arrays', '['.repeat(50_000) + ']'.repeat(50_000)],
  ['nested objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
  ['one long string', JSON.stringify(['a"\\'.repeat(10_000)])],
  ['percent signs', `${'%7B'.repeat(80_000)}&`],
  ['braces', '{'.repeat(262_144)],
  ['spaces', ' '.repeat(262_144)],
  ['commas', '1,'.repeat(131_072)],
  ['keys of the prototype', '{"__proto__":{"a":1},"constructor":[1]}'],
  ['half of a surrogate pair', '{"a":"\\ud800"}'],
  ['numbers past every limit', '{"a":1e999,"b":123456789012345678901234567890}'],
])(
  'ends on a body of %s',
  async (_what, body) => {
    expect(await explainDelivery(toExplain(body, forged))).toMatchObject(unknown);
  },
  30_000,
);

it.each([
  ['commas', ','.repeat(4096)],
  ['spaces', ' '.repeat(4095)],
  ['equals signs', '='.repeat(4096)],
  ['percent signs', '%'.repeat(4096)],
  ['a megabyte', 't=1,'.repeat(262_144)],
])('ends on a header of %s', async (_what, header) => {
  expect(await explainDelivery(toExplain(BODY, header))).toMatchObject({
    ok: false,
    proven: false,
  });
});

it('keeps numbers and key order that JSON.parse would change', async () => {
  const sent = '{"b":1.0,"a":12345678901234567890,"2":1,"1":1e2}';
  const got = '{ "b": 1.0, "a": 12345678901234567890, "2": 1, "1": 1e2 }\n';
  const explanation = await explainDelivery(toExplain(got, headerOf(sent)));
  expect(explanation).toMatchObject({ cause: 'body_reserialized', proven: true });
});

it('finds a malformed header, a wrong secret, a changed body and an old timestamp at once', async () => {
  const header = `"${headerOf(JSON.stringify(JSON.parse(BODY), null, 2), SECRET, T - 3600)}"`;
  const explanation = await explainDelivery(toExplain(BODY, header, { secret: `${SECRET}\n` }));
  expect(explanation).toMatchObject({
    code: 'timestamp_missing',
    cause: 'header_malformed',
    proven: true,
    otherFindings: [
      { cause: 'secret_extra_characters' },
      { cause: 'body_reserialized' },
      { cause: 'delivery_stale', seconds: 3600 },
    ],
  });
});

it.each([-300, 300])('%s s is inside the window', async (offset) => {
  const delivery = toExplain(BODY, headerOf(BODY, SECRET, T + offset));
  expect(await explainDelivery(delivery)).toEqual({
    ok: true,
    timestamp: T + offset,
    secretIndex: 0,
  });
});

it('accepts any iterable of headers, and does not change its arguments', async () => {
  const body = toBody(BODY);
  const headers = new Headers({ 'Service-Signature': GOOD, 'Content-Type': 'application/json' });
  const given = { body, header: null, headers, secret: [SECRET], now };
  expect(await explainDelivery(given)).toMatchObject({ cause: 'header_not_read', proven: true });
  expect(body).toEqual(toBody(BODY));
  const genuine = { ...given, header: headers.get('service-signature') };
  expect(await explainDelivery(genuine)).toMatchObject({ ok: true });
});

it.each([
  ['', /secret: expected/],
  [' \n', /environment variable is set/],
  [[], /secret: expected/],
  [['whsec_a', ''], /none of them empty/],
])('secret %j throws', async (secret, message) => {
  await expect(explainDelivery(toExplain(BODY, GOOD, { secret }))).rejects.toThrow(message);
});

it('a tolerance or a body of the wrong kind throws', async () => {
  const tolerance = Number.NaN;
  await expect(explainDelivery(toExplain(BODY, GOOD, { tolerance }))).rejects.toThrow(/tolerance/);
  const parsed: unknown = JSON.parse(BODY);
  // @ts-expect-error: a caller in JavaScript may pass this
  await expect(explainDelivery({ body: parsed, header: GOOD, secret: SECRET })).rejects.toThrow(
    /body: expected/,
  );
});
