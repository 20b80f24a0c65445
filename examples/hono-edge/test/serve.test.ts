import { fixture, sign } from '@screening-webhooks/testing';
import { expect, test, vi } from 'vitest';
import { SECRET, URL } from './worker-env.ts';

test('the entry for Deno and Bun takes the secret from the environment', async () => {
  vi.stubEnv('SCREENING_SECRET', SECRET);
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const { default: server } = await import('../src/serve.ts');

  const event = fixture('document_verification.recorded', { id: 'evt_served' });
  const signed = await sign(event, { secret: SECRET });
  const response = await server.fetch(signed.request(URL));
  expect(await response.json()).toEqual({ outcome: 'processed' });
  const { externalId } = event.data;
  const result = { eventId: 'evt_served', externalId, result: 'to_review' };
  expect(log).toHaveBeenCalledWith(JSON.stringify(result));

  expect((await server.fetch(signed.tampered().request(URL))).status).toBe(401);
});
