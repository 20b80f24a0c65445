import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createReceiver } from '@screening-webhooks/core';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { expect, test } from 'vitest';
import { fixtureOf } from '../../src/pages/deliveries/delivery.js';

interface Pasted {
  readonly event: unknown;
  readonly delivery: (secret: string) => Promise<{ body: string; request: () => Request }>;
}

/** Runs the module as somebody would who has pasted it into a file. */
async function paste(code: string): Promise<Pasted> {
  const file = join(scratchFolder(import.meta.dirname), 'fixture.ts');
  await writeFile(file, code);
  return import(file);
}

const data = {
  verificationId: 'dv_1',
  formData: { holderName: `Zoë O'Brien \`$HOME\` \${x} \u2028 王小明 */`, licenseNumber: 'RN1' },
};
const event = {
  id: 'evt_1',
  type: 'document_verification.completed',
  created: '2026-11-20T10:01:13.000Z',
  data,
};

test.each([
  ['an event of the service', JSON.stringify(event)],
  ['an event that is written in another way', JSON.stringify(event, null, 1)],
  ['a number that JavaScript would change', JSON.stringify(event).replace('"RN1"', '1.0')],
  [
    'a key that would set a prototype',
    JSON.stringify(event).replace('"holderName"', '"__proto__":{"id":"x"},"holderName"'),
  ],
])('%s is pasted, signed, and accepted by a receiver', async (_what, requestBody) => {
  const { delivery } = await paste(fixtureOf({ id: 'dlv_1', requestBody }));
  const handled: string[] = [];
  const secret = 'whsec_test';
  const handlers = { '*': ({ id }: { id: string }) => void handled.push(id) };
  const receiver = createReceiver({ secret, handlers });
  const signed = await delivery(secret);
  expect(signed.body).toBe(requestBody);
  expect((await receiver.fetch(signed.request())).status).toBe(200);
  expect(handled).toEqual(['evt_1']);
  const forged = (await delivery('whsec_other')).request();
  expect((await receiver.fetch(forged)).status).toBe(401);
});

test('an event of the service is an object that can be changed', async () => {
  const code = fixtureOf({ id: 'dlv_1', requestBody: JSON.stringify(event) });
  expect((await paste(code)).event).toEqual(event);
  expect(code).toContain('\n  "type": "document_verification.completed",\n');
});

test('a body that is not JSON is pasted as text', async () => {
  expect((await paste(fixtureOf({ id: 'dlv_1', requestBody: '{"a"' }))).event).toBe('{"a"');
});
