import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type {
  ReadContext,
  ReadOperation,
} from '../../../packages/sandbox/src/service/http/operation.js';
import { operations } from '../../../packages/sandbox/src/service/operations.js';
import { startMemoryService } from './memory-service.js';

// A service, and a bare app with the same handlers on the same database: no key, scope, limit, log or faults. Prints their
// addresses and a key as JSON, and runs until it is killed.

const VERIFICATIONS = 100;

const { service, database, post } = await startMemoryService({
  clock: { mode: 'frozen', at: '2026-01-01T00:00:00.000Z' },
  rateLimit: 1_000_000_000,
});
const { url, keys, integrationId } = service.description;

for (let number = 0; number < VERIFICATIONS; number += 1) {
  await post('/v1/document-verifications', {
    documentConfigSlug: 'rn-license',
    state: 'CA',
    integrationId,
    formData: { licenseNumber: `RN${number}000` },
  });
}
const list = await fetch(`${url}/v1/document-verifications?limit=1`, {
  headers: { authorization: `Bearer ${keys.full}` },
});
const { data }: { data: readonly { verificationId: string }[] } = await list.json();

const context: ReadContext = {
  sql: database.sql,
  scope: { tenantId: 'acct', integrationId: null },
  now: new Date('2026-01-01T00:00:00.000Z'),
  urls: { origin: url, file: () => url, hosted: () => url },
  previewEvents: false,
};
const table = operations({ allowNet: [], ownPorts: [] });
const bare = new Hono();
for (const operation of table.filter(isRead)) {
  bare.get(operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) =>
    c.json(
      await operation.prepare({
        params: c.req.param(),
        query: new URL(c.req.url).searchParams,
        body: undefined,
      })(context),
    ),
  );
}

function isRead(operation: (typeof table)[number]): operation is ReadOperation {
  return operation.method === 'GET' && !operation.streams && !operation.csv;
}

serve({ fetch: bare.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(
    JSON.stringify({
      whole: url,
      bare: `http://127.0.0.1:${port}`,
      key: keys.full,
      verificationId: data[0]?.verificationId,
    }),
  ),
);
