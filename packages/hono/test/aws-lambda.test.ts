import { fixture, sign } from '@screening-webhooks/testing';
import { Hono } from 'hono';
import { handle, type LambdaEvent } from 'hono/aws-lambda';
import { describe, expect, it } from 'vitest';
import { webhook } from '../src/index.js';

const secret = 'whsec_lambda';
const app = new Hono().post('/webhooks', webhook({ secret, handlers: { '*': () => {} } }));
const lambda = handle(app);

/** A request in the form of API Gateway (payload format 2.0). */
function gatewayEvent(headers: Readonly<Record<string, string>>, body: Buffer, base64: boolean) {
  const event = {
    version: '2.0',
    routeKey: '$default',
    rawPath: '/webhooks',
    rawQueryString: '',
    headers: { host: 'receiver.test', 'content-length': String(body.length), ...headers },
    requestContext: { domainName: 'receiver.test', http: { method: 'POST', path: '/webhooks' } },
    body: body.toString(base64 ? 'base64' : 'utf8'),
    isBase64Encoded: base64,
  };
  // The part of the platform's event that the adapter reads.
  return event as unknown as LambdaEvent;
}

describe('under the AWS Lambda adapter of Hono', () => {
  it.each([
    ['as text', false],
    ['in base64', true],
  ])(
    'a body that API Gateway passes %s is verified over its exact bytes',
    async (_name, base64) => {
      const event = fixture('document_verification.recorded', {
        id: `evt_${base64}`,
        data: { formData: { holderName: 'Zoë 王小明' } },
      });
      const text = base64 ? `\uFEFF${JSON.stringify(event)}` : JSON.stringify(event);
      const { headers, body } = await sign(text, { secret });
      const answer = await lambda(gatewayEvent(headers, Buffer.from(body), base64));
      expect(answer).toMatchObject({ statusCode: 200, body: '{"outcome":"processed"}' });
    },
  );

  it('a body that was changed is refused', async () => {
    const signed = await sign(fixture('document_verification.recorded'), { secret });
    const { headers, body } = signed.tampered();
    const answer = await lambda(gatewayEvent(headers, Buffer.from(body), false));
    expect(answer).toMatchObject({
      statusCode: 401,
      body: '{"outcome":"rejected","code":"signature_mismatch"}',
    });
  });
});
