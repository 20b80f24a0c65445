import { gzipSync } from 'node:zlib';
import { memoryStore } from '@screening-webhooks/core';
import { expect, it } from 'vitest';
import { bytes, type ExactBody, exactBodies } from './exact-bodies.js';
import { eventBody, SECRET, signedHeaders, signedRequest } from './signed.js';

/** Sends a body that is signed, unless the headers have another signature. */
export type DeliverBody = (
  body: string | Buffer,
  headers?: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly text: string }>;

const event = eventBody();

/** Options of a receiver that takes the event of each body, although all have one id. */
export const eachIsNew = {
  secret: SECRET,
  handlers: { '*': () => {} },
  observe: false,
  dedupe: () => memoryStore(),
} as const;

/** The JSON of an answer: an outcome, or a rejection code. */
const answerOf = (answer: string): object =>
  answer === 'processed' ? { outcome: answer } : { outcome: 'rejected', code: answer };

/** Delivers to a URL. */
export const deliverTo =
  (url: string): DeliverBody =>
  async (body, headers) => {
    const response = await fetch(url, await signedRequest(body, headers));
    return { status: response.status, text: await response.text() };
  };

/**
 * Tests that a receiver gets bodies byte for byte, also where something has read them before it.
 *
 * @param start Starts an app with a receiver of {@link eachIsNew}.
 */
export function exactBytesSuite(
  start: () => DeliverBody | Promise<DeliverBody>,
  bodies: readonly ExactBody[] = exactBodies,
): void {
  it('each body arrives byte for byte; a flipped bit, gzip and a body over the limit are refused', async () => {
    const deliver = await start();
    const signed = await signedHeaders(event);
    // A parser would inflate it.
    const gzip = { ...signed, 'content-encoding': 'gzip' };
    const deliveries: [name: string, answer: string, ...Parameters<DeliverBody>][] = [
      ...bodies.map(([name, body, answer]): (typeof deliveries)[number] => [name, answer, body]),
      ['a flipped bit', 'signature_mismatch', event.replace('RN1', 'SN1'), signed],
      ['gzip', 'unsupported_encoding', gzipSync(event), gzip],
      ['over the limit', 'body_too_large', bytes(event.padEnd(1_048_577))],
    ];
    const answers: [name: string, answer: unknown][] = [];
    for (const [name, , ...delivery] of deliveries) {
      answers.push([name, JSON.parse((await deliver(...delivery)).text)]);
    }
    expect(answers).toEqual(deliveries.map(([name, answer]) => [name, answerOf(answer)]));
  });
}
