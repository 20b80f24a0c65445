import { describe, expect, it, vi } from 'vitest';
import { createReceiver, createVerifier } from '../../src/index.js';
import { throwing } from '../support/manual.js';
import { notSecrets } from '../support/not-secrets.js';
import { now, SECRET, sampleDelivery } from '../support/signed-delivery.js';

// The rule: `undefined` is an unknown tenant (401). A receiver that is not configured is unavailable (503).

/** The result of a resolver in untyped code. */
type Found = string | undefined;
const untyped = (value: unknown): Found => value as Found;

const unknownTenant: [string, () => unknown][] = [
  ['undefined', () => undefined],
  ['null', () => null],
  ['an empty list', () => []],
];
const notConfigured: [string, () => unknown][] = [
  ['an empty string', () => ''],
  ['a list of an empty string', () => ['']],
  ['a list with an empty string', () => [SECRET, '']],
  ['a list of undefined', () => [undefined]],
  ['a list with undefined', () => [SECRET, undefined]],
  ['a secret with a newline', () => `${SECRET}\n`],
  ['a number', () => 7],
  ['an object', () => ({})],
  ['false', () => false],
  ...notSecrets.map((text): [string, () => unknown] => [JSON.stringify(text), () => text]),
  ['a list with "undefined"', () => [SECRET, 'undefined']],
  ['an error', throwing(new Error('SCREENING_SECRET is not set.'))],
];

async function answers(secret: () => Found | Promise<Found>): Promise<unknown[]> {
  const delivery = await sampleDelivery();
  const receiver = createReceiver({ secret, now, handlers: { '*': () => {} } });
  const ack = await receiver.receive(delivery);
  const verification = await createVerifier({ secret, now }).verify(delivery);
  return [ack.status, verification.ok ? 200 : verification.ack.status];
}

describe.each<[string, (find: () => unknown) => () => Found | Promise<Found>]>([
  ['returns', (find) => () => untyped(find())],
  ['resolves with', (find) => async () => untyped(find())],
])('a resolver that %s', (_how, resolver) => {
  it.each(unknownTenant)('%s: 401, and the log has the likely reason', async (_name, find) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(await answers(resolver(find))).toEqual([401, 401]);
    const line = expect.stringMatching(
      /^\[screening-webhooks\] evt_1 \(unverified\), \d+ bytes: rejected: signature_mismatch \(401\)\. The secret resolver found no secret \(no_secret\): an unknown tenant, or the variable or binding that it reads is not set\.$/,
    );
    expect(warn.mock.calls).toEqual([[line], [line]]);
  });

  it.each(notConfigured)('%s: 503, and the log has the error', async (_name, find) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await answers(resolver(find))).toEqual([503, 503]);
    const line = [
      '[screening-webhooks] unavailable: secret. The sender retries.',
      expect.objectContaining({ message: expect.stringMatching(/^SCREENING_SECRET|^secret/) }),
    ];
    expect(error.mock.calls).toEqual([line, line]);
  });
});

it('a secret that is given, and not resolved, is checked at construction', () => {
  const create = () => createReceiver({ secret: '', handlers: { '*': () => {} } });
  expect(create).toThrow(
    "secret: expected a non-empty string. Set the variable or binding that it is read from to the endpoint's signing secret.",
  );
});
