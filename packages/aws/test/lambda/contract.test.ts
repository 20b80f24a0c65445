import { createReceiver } from '@screening-webhooks/core';
import { type AdapterHarness, adapterContract } from '@screening-webhooks/testing';
import { describe, expect, it, vi } from 'vitest';
import { webhook } from '../../src/lambda/index.js';
import { type GatewayFormat, startGateway } from '../support/gateway.js';

/** A gateway reads the whole body first, so that one which is cut off never comes to a function. */
const CUT_OFF =
  'runs no handler when the sender disconnects while it sends, and accepts the next delivery';
/** As text, its bytes are gone: see webhook.test.ts. */
const NOT_UTF8 = 'refuses signed, and not UTF-8';

const formats: readonly [string, GatewayFormat, readonly string[]][] = [
  ['version 1, text', { version: 'v1', base64: false }, [CUT_OFF, NOT_UTF8]],
  ['version 2, bytes', { version: 'v2', base64: true }, [CUT_OFF]],
  ['a load balancer, text', { version: 'elb', base64: false }, [CUT_OFF, NOT_UTF8]],
];

// Only ends a hang.
vi.setConfig({ testTimeout: 120_000 });

describe.concurrent.each(formats)('%s passes the contract of adapters', (_name, format, left) => {
  const harness: AdapterHarness = {
    async start(options) {
      const receiver = createReceiver(options);
      const { url, stop } = await startGateway(format, webhook(receiver));
      return { url, drain: receiver.drain, stop };
    },
  };
  const cases = adapterContract(harness);
  // The format is about how a request is read. All that comes after it is the same.
  const isTaken = (name: string): boolean =>
    !left.includes(name) && (format.base64 || /^(accepts|refuses) /.test(name));
  it.each(cases.filter(({ name }) => isTaken(name)))('$name', ({ run }) => run());

  it('leaves out cases that exist', () => {
    expect(cases.map(({ name }) => name)).toEqual(expect.arrayContaining([...left]));
  });
});
