import { createReceiver, type Receiver } from '@screening-webhooks/core';
import createClient from 'openapi-fetch';
import { startServer } from 'screening-webhooks-test-support/serve';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Sandbox, type SandboxPaths, startSandbox } from '../../src/index.js';

// Several test files that share one sandbox, as in the README. Here, each test stands for a file.

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ clock: 'real' });
});
afterAll(() => sandbox.close());

function connect(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return createClient<SandboxPaths>({ baseUrl: sandbox.url, headers });
}

async function ownTenant(facilityName: string, url: string) {
  const body = { facilityName, adminEmail: 'tests@example.com', termsVersion: '2026-01' };
  const { data: tenant } = await connect(sandbox.keys.full).POST('/v1/partner/tenants', { body });
  if (!tenant) throw new Error('The tenant was not made.');
  const { integrationId, secretKey } = tenant;
  const api = connect(secretKey);
  const { data } = await api.POST('/v1/webhook-endpoints', { body: { url, integrationId } });
  if (!data) throw new Error('The endpoint was not made.');
  return { api, integrationId, secret: data.secret };
}

/** An app that has a receiver, once there is a secret. */
async function startApp() {
  let receiver: Receiver | undefined;
  const received: unknown[] = [];
  const app = await startServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const answer = await receiver?.fetch(
      new Request('http://localhost/', {
        method: 'POST',
        headers: {
          'content-type': String(request.headers['content-type']),
          'service-signature': String(request.headers['service-signature']),
        },
        body: Buffer.concat(chunks),
      }),
    );
    response.writeHead(answer?.status ?? 503).end();
  });
  return {
    ...app,
    received,
    receive(secret: string) {
      const keep = ({ data }: { readonly data: { readonly externalId: string } }): void =>
        void received.push(data.externalId);
      receiver = createReceiver({ secret, handlers: { 'document_verification.completed': keep } });
    },
  };
}

it.concurrent.each(['first', 'second', 'third'])(
  'the %s file sees what it has made, and nothing of the others',
  async (externalId) => {
    const { url, stop, received, receive } = await startApp();
    const { api, integrationId, secret } = await ownTenant(externalId, url);
    receive(secret);
    const formData = { licenseNumber: 'SBX-OK-1' };
    const order = { documentConfigSlug: 'rn-license', state: 'CA', integrationId, externalId };
    await api.POST('/v1/document-verifications', { body: { ...order, formData } });
    await vi.waitFor(
      async () => {
        const { data } = await api.GET('/v1/webhook-deliveries');
        expect(data?.data).toMatchObject([{ status: 'succeeded', attemptCount: 1 }]);
      },
      { timeout: 60_000 },
    );
    stop();
    expect(received).toEqual([externalId]);
    const { data } = await api.GET('/v1/document-verifications');
    expect(data?.data).toMatchObject([{ externalId }]);
  },
);
