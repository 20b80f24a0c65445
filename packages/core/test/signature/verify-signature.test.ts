import { describe, expect, it } from 'vitest';
import { signatureTable } from '../../../../tests/packed/signature-table.mjs';
import { signBody, verifySignature } from '../../src/index.js';
import { signingKeys } from '../../src/signature/signing-keys.js';
import { NOW_SECONDS, now, SECRET, toBody } from '../support/signed-delivery.js';

const BODY = toBody('{"id":"evt_1"}');

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

describe('secrets', () => {
  it('are prepared as a key once', () => {
    const [first] = signingKeys('same');
    expect(signingKeys('same')[0]).toBe(first);
    expect(signingKeys(['other', 'same'])[1]).toBe(first);
  });

  it('are kept up to 1,024, and the oldest is forgotten first, which still verifies', async () => {
    const secrets = Array.from({ length: 1024 }, (_, index) => `kept-${index}`);
    const keys = signingKeys(secrets);
    expect(signingKeys(secrets).every((key, index) => key === keys[index])).toBe(true);
    signingKeys('one more');
    expect(signingKeys('kept-1')[0]).toBe(keys[1]);
    expect(signingKeys('kept-1023')[0]).toBe(keys[1023]);
    expect(signingKeys('kept-0')[0]).not.toBe(keys[0]);
    const options = { secret: 'kept-0', now };
    const header = await signBody(BODY, { secret: 'kept-0', timestamp: NOW_SECONDS });
    expect(await verifySignature(BODY, header, options)).toMatchObject({ ok: true });
  });

  it.each<[name: string, secret: unknown, message: RegExp]>([
    ['an empty list', [], /secret: .*environment variable/],
    ['an empty one in a list', [SECRET, ''], /secret\[1\]: .*non-empty/],
    ['one in a list that is not a string', [SECRET, 42], /secret\[1\]: .*non-empty/],
    ['a space before', ` ${SECRET}`, /secret: has white space/],
    ['not a string', 42, /secret: expected/],
  ])('%s throws, naming option and cure', async (_name, secret, message) => {
    const verifying = verifySignature(BODY, null, { secret: secret as string });
    await expect(verifying).rejects.toThrow(message);
  });
});

it.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('tolerance %s throws', async (tolerance) => {
  await expect(verifySignature(BODY, null, { secret: SECRET, tolerance })).rejects.toThrow(
    /tolerance: expected seconds/,
  );
});
