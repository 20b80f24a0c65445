import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { webhookEndpoints } from '../src/service/db/schema/index.js';
import { provision } from '../test/support/provision.js';
import { sharedService } from '../test/support/service.js';

// Only ends a hang.
const patience = { timeout: 600_000 };
const HANGING = 1200;
// Longer than the API allows, so that no attempt ends during the test.
const retryPolicy = { timeoutSeconds: 86_400 };

let hanging = 0;
let received: number | undefined;
const service = sharedService(async ({ url }) => {
  if (url === 'http://localhost/other') {
    received = hanging;
    return new Response();
  }
  hanging += 1;
  return new Promise(() => {});
});

it('1,200 hanging endpoints of a tenant do not hold up the first attempt of another', async () => {
  const { send, control, sql, description } = service();
  const other = await provision(service());
  const [demo] = await sql
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, String(description.endpoints[0]?.id)));
  if (!demo) throw new Error('The demo integration has no endpoint.');
  const { seq: _seq, ...columns } = demo;
  const slow = { ...columns, retryPolicy: { ...columns.retryPolicy, ...retryPolicy } };
  // The demo's own endpoint hangs too, so its attempts must not end either.
  await sql
    .update(webhookEndpoints)
    .set({ retryPolicy: slow.retryPolicy })
    .where(eq(webhookEndpoints.id, demo.id));
  await sql.insert(webhookEndpoints).values([
    ...Array.from({ length: HANGING }, (_, number) => ({ ...slow, id: `we_hanging_${number}` })),
    {
      ...columns,
      id: 'we_other',
      tenantId: other.tenantId,
      integrationId: other.integrationId,
      url: 'http://localhost/other',
    },
  ]);
  const type = 'document_verification.completed';
  await control('/trigger', { type });
  await control('/clock', { mode: 'real' });
  // All slots but the reserve.
  await vi.waitFor(() => expect(hanging).toBeGreaterThanOrEqual(900), patience);
  await control('/trigger', { type, integrationId: other.integrationId });
  await vi.waitFor(() => expect(received).toBeDefined(), patience);
  // None of the others had ended.
  expect([received, hanging]).toEqual([900, 900]);
  await send('GET', '/v1/account');
});
