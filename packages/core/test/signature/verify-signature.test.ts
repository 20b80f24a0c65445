import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signatureTable } from '../../../../tests/runtimes/signature-table.mjs';
import { signBody, verifySignature } from '../../src/index.js';
import { NOW_SECONDS, now, SECRET, toBody } from '../support/signed-delivery.js';

const BODY = toBody('{"id":"evt_1"}');

/** The header by an independent route. */
function headerOf(body: Uint8Array | string): string {
  const mac = createHmac('sha256', SECRET).update(`${NOW_SECONDS}.`).update(body).digest('hex');
  return `t=${NOW_SECONDS},v1=${mac}`;
}

describe('the signature matrix', () => {
  const atTable = { now: () => signatureTable.now };
  const unpack = ({ base64, times }: (typeof signatureTable.signings)[number]['body']) =>
    Buffer.concat(Array(times).fill(Buffer.from(base64, 'base64')));

  it.each(signatureTable.deliveries)('$name', async (row) => {
    const { header, body, secret, tolerance = 300, expected } = row;
    const verified = await verifySignature(unpack(body), header, { secret, tolerance, ...atTable });
    expect(verified).toEqual(expected);
  });

  it.each(signatureTable.signings)('signs, and verifies: $name', async (row) => {
    const { secret, header } = row;
    const body = unpack(row.body);
    expect(await signBody(body, { secret, timestamp: signatureTable.timestamp })).toBe(header);
    expect(await verifySignature(body, header, { secret, ...atTable })).toMatchObject({ ok: true });
  });
});

describe('bodies', () => {
  it.each<[string, Uint8Array | string]>([
    ['a view stands for its own bytes', new Uint8Array([1, 2, 3, 4, 5]).subarray(1, 4)],
    ['a string stands for its UTF-8 bytes', '{"name":"Zoë 🩺"}'],
  ])('%s', async (_name, body) => {
    const verified = await verifySignature(body, headerOf(body), { secret: SECRET, now });
    expect(verified).toMatchObject({ ok: true });
  });

  it('a parsed body throws and says what to hand over instead', async () => {
    const parsed: unknown = { id: 'evt_1' };
    await expect(
      // @ts-expect-error what a JavaScript caller would do
      verifySignature(parsed, headerOf(BODY), { secret: SECRET, now }),
    ).rejects.toThrow(/raw body/);
  });
});

describe('secrets', () => {
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
