import { createReceiver, type Receiver } from '@screening-webhooks/core';
import { expect, it } from 'vitest';
import { bytes } from './exact-bodies.js';
import { deliverTo } from './exact-bytes-suite.js';
import { rawExchange, type ServedApp } from './serve.js';
import { eventBody, SECRET, signedHeaders } from './signed.js';
import { head } from './socket-suite.js';

/** The state of the body: unread, or parsed by a parser that keeps its bytes or loses them. */
export type BodyBefore = 'unread' | 'kept' | 'lost';

const pretty = (id: string): string => JSON.stringify(JSON.parse(eventBody(id)), null, 2);
/** An event in bytes that no serializer writes. */
const odd = (id: string): Buffer =>
  bytes(pretty(id).replaceAll('\n', '\r\n').replace('RN1', 'Zoë 看護師'), '\n');

/**
 * Tests that must pass on an older version of a framework. The other tests run on the newest.
 *
 * @param start Starts an app of that version: the receiver at `/hooks`; at `/verified`, `verifyWebhook` and a handler that
 * answers 202 with the id of the event; errors are answered 500 with their name.
 */
export function olderVersionSuite(
  start: (receiver: Receiver, before: BodyBefore) => Promise<ServedApp>,
): void {
  async function startWith(before: BodyBefore) {
    const fail = ({ id }: { readonly id: string }): void => {
      if (id === 'evt_failing') throw new Error('the handler');
    };
    const options = { secret: SECRET, maxBodyBytes: 10_000, handlers: { '*': fail } };
    const app = await start(createReceiver({ ...options, observe: false }), before);
    return {
      ...app,
      hooks: deliverTo(`${app.url}/hooks`),
      verified: deliverTo(`${app.url}/verified`),
    };
  }

  it.each(['unread', 'kept'] as const)(
    'a body that is %s is verified over its exact bytes',
    async (before) => {
      const { hooks, verified, stop } = await startWith(before);
      const mismatch = { status: 401, text: '{"outcome":"rejected","code":"signature_mismatch"}' };
      const changed = bytes(odd('evt_1').toString().replace('  ', ' '));
      const signed = await signedHeaders(odd('evt_1'));
      try {
        expect(await hooks(odd('evt_1'))).toEqual({ status: 200, text: '{"outcome":"processed"}' });
        expect(await hooks(changed, signed)).toEqual(mismatch);
        expect(await hooks(odd('evt_failing'))).toEqual({
          status: 500,
          text: '{"outcome":"failed"}',
        });
        expect(await verified(odd('evt_1'))).toEqual({ status: 202, text: 'evt_1' });
        expect(await verified(changed, signed)).toEqual(mismatch);
      } finally {
        stop();
      }
    },
  );

  it('a body that a parser has lost is the named error of the app', async () => {
    const { hooks, verified, stop } = await startWith('lost');
    const error = { status: 500, text: 'RawBodyUnavailableError' };
    try {
      expect(await hooks(odd('evt_1'))).toEqual(error);
      expect(await verified(odd('evt_1'))).toEqual(error);
    } finally {
      stop();
    }
  });

  it('a body that is too large is refused before it has come, and the connection closes', async () => {
    const { port, stop } = await startWith('unread');
    try {
      const parts = [await head({ 'content-length': '900000' })];
      const { answer } = await rawExchange(port, parts, { until: 'closed' });
      expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"body_too_large"}$/);
    } finally {
      stop();
    }
  });
}
