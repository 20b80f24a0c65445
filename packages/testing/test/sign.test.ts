import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createReceiver } from '@screening-webhooks/core';
import { serve } from 'screening-webhooks-test-support/serve';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { fixture, sign } from '../src/index.js';

const secret = 'whsec_testing';
const event = fixture('document_verification.completed', {
  data: { formData: { holderName: "Zoë O'Brien $HOME" } },
});
const receiver = () => createReceiver({ secret, handlers: { '*': () => {} } });

describe('a signed delivery', () => {
  it.each([
    ['an event', event],
    ['the exact text of a body', JSON.stringify(event, null, 2)],
  ])('of %s is accepted in every form', async (_name, content) => {
    const signed = await sign(content, { secret });
    expect(JSON.parse(signed.body)).toEqual(event);
    if (typeof content === 'string') expect(signed.body).toBe(content);
    expect((await receiver().fetch(signed.request())).status).toBe(200);
    expect((await receiver().receive(signed.delivery())).status).toBe(200);
  });

  it('is accepted by the verifier of stripe', async () => {
    const { webhooks } = new Stripe('sk_test_not_a_key');
    const { body, headers } = await sign(event, { secret });
    const header = headers['service-signature'] ?? '';
    expect(webhooks.constructEvent(body, header, secret)).toEqual(event);
  });
});

describe('variants', () => {
  const answers = async (signed: { request: () => Request }) =>
    (await receiver().fetch(signed.request())).text();

  it('retry: same bytes, new t, new signature; a duplicate', async () => {
    const at = Math.floor(Date.now() / 1000) - 60;
    const first = await sign(event, { secret, at });
    const retry = await first.retry();
    expect(retry.body).toBe(first.body);
    expect(retry.headers['service-signature']).toMatch(new RegExp(`^t=${at + 60},`));
    const same = receiver();
    expect(await (await same.fetch(first.request())).json()).toEqual({ outcome: 'processed' });
    expect(await (await same.fetch(retry.request())).json()).toEqual({ outcome: 'duplicate' });
  });

  it('stale: correctly signed, and too old', async () => {
    const stale = await (await sign(event, { secret })).stale();
    expect(await answers(stale)).toContain('timestamp_too_old');
  });

  it('tampered: still an event, but not the signed one', async () => {
    const signed = await sign(event, { secret });
    const tampered = signed.tampered();
    expect(tampered.body).not.toBe(signed.body);
    expect(JSON.parse(tampered.body)).toHaveProperty('type');
    expect(await answers(tampered)).toContain('signature_mismatch');
    const mine = signed.tampered((body) => body.replace('CA', 'NY'));
    expect(JSON.parse(mine.body)).toHaveProperty('data.state', 'NY');
    expect(await answers(mine)).toContain('signature_mismatch');
  });

  it('rotated: signed with both, accepted by either', async () => {
    const rotated = await (await sign(event, { secret })).rotated('old', 'new');
    expect(rotated.headers['service-signature']?.match(/v1=/g)).toHaveLength(2);
    for (const each of ['old', 'new']) {
      const other = createReceiver({ secret: each, handlers: { '*': () => {} } });
      expect((await other.fetch(rotated.request())).status).toBe(200);
    }
  });

  it('curl: a command line that sends the exact bytes', async () => {
    const served = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = new Headers(request.headers as Record<string, string>);
      const url = 'http://localhost';
      const body = Buffer.concat(chunks);
      const answer = await receiver().fetch(new Request(url, { method: 'POST', headers, body }));
      response.end(await answer.text());
    });
    const command = (await sign(event, { secret })).curl(`${served.url}/`);
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --silent`]);
    expect(stdout).toBe('{"outcome":"processed"}');
  });
});
