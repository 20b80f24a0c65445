import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bytes, type ExactBody, exactBodies } from './exact-bodies.js';
import { eventBody, signedHeaders } from './signed.js';

/** Sends a body that is signed, unless the headers have another signature. */
export type DeliverBody = (
  body: string | Buffer,
  headers?: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly text: string }>;

const event = eventBody();

/** The JSON of an answer: an outcome, or a rejection code. */
export const answerOf = (answer: string): object =>
  answer === 'processed' ? { outcome: answer } : { outcome: 'rejected', code: answer };

/** Tests that a receiver gets bodies byte for byte. */
export function exactBytesSuite(
  deliver: DeliverBody,
  bodies: readonly ExactBody[] = exactBodies,
): void {
  it.each(bodies)('%s arrives byte for byte', async (_name, body, answer) => {
    expect(JSON.parse((await deliver(body)).text)).toEqual(answerOf(answer));
  });

  it('one flipped bit is a mismatch', async () => {
    const { text } = await deliver(event.replace('RN1', 'SN1'), await signedHeaders(event));
    expect(JSON.parse(text)).toEqual(answerOf('signature_mismatch'));
  });

  it('gzip is 415, also where a parser would inflate it', async () => {
    const headers = { ...(await signedHeaders(event)), 'content-encoding': 'gzip' };
    const { text } = await deliver(gzipSync(event), headers);
    expect(JSON.parse(text)).toEqual(answerOf('unsupported_encoding'));
  });

  it('over the limit is 413', async () => {
    expect((await deliver(bytes(event.padEnd(1_048_577)))).status).toBe(413);
  });
}
