import { describe, expect, it } from 'vitest';
import {
  operations,
  type TestRequest,
  twoIntegrations,
} from '../../../support/two-integrations.js';

// The answer under an Idempotency-Key is only for the API key that got it first.

const changes = operations.filter(({ method }) => method !== 'GET');
const world = twoIntegrations();

async function send({ method, path, body, headers }: TestRequest, key: string) {
  const repeated = { ...headers, 'idempotency-key': 'same' };
  const answer = await world().service.call(method, path, body, { key, headers: repeated });
  return { ...answer, isReplay: answer.headers.has('idempotent-replayed') };
}

describe(`an answer is not replayed to another: ${changes.length} operations`, () => {
  it.each(changes.map((one) => [`${one.method} ${one.path}`, one] as const))(
    '%s',
    async (_name, operation) => {
      const { other, otherTenant, otherPartner, partner, requestFor } = world();
      const request = await requestFor(operation, partner);
      const first = await send(request, partner);
      for (const { key } of [other, otherTenant, otherPartner]) {
        expect((await send(request, key)).isReplay).toBe(false);
      }
      // The same API key gets the same answer again, unless it was refused.
      const again = await send(request, partner);
      expect(again.isReplay, first.text).toBe(first.status < 400);
      expect([200, 201, 202, 409], first.text).toContain(first.status);
    },
  );
});
