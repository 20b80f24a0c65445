import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { type RawBody, signBody, verifySignature } from '../../src/index.js';
import { NOW_SECONDS, now, SECRET } from '../support/signed-delivery.js';

const header = await signBody('abc', { secret: SECRET, timestamp: NOW_SECONDS });
const verify = (body: unknown) => verifySignature(body as RawBody, header, { secret: SECRET, now });

it.each<[string, unknown]>([
  ['a Buffer', Buffer.from('abc')],
  ['a Uint8Array of another realm', runInNewContext('new Uint8Array([97, 98, 99])')],
  ['an ArrayBuffer', new Uint8Array([97, 98, 99]).buffer],
  ['an ArrayBuffer of another realm', runInNewContext('new Uint8Array([97, 98, 99]).buffer')],
  ['a view of its own bytes', new Uint8Array([0, 97, 98, 99, 0]).subarray(1, 4)],
  ['text', 'abc'],
])('%s is a raw body', async (_name, body) => {
  expect(await verify(body)).toMatchObject({ ok: true });
});

it.each<[unknown, string]>([
  [undefined, 'got undefined.'],
  [null, 'got null.'],
  [[97, 98, 99], 'got a parsed value.'],
  [{ length: 3 }, 'got a parsed value.'],
  [new Uint16Array(3), 'got a parsed value.'],
  [97, 'got a parsed value.'],
])('%j is none', async (body, got) => {
  await expect(verify(body)).rejects.toThrow(TypeError);
  await expect(verify(body)).rejects.toThrow(got);
});
