import type { Command } from '../engine/command.js';
import { outboxMessages, type webhookEndpoints } from '../store/schema/index.js';
import { FAILING_FROM } from '../webhooks/endpoints/record-health.js';

/** Writes the mail about an endpoint that has just begun to count as failing. */
export async function mailAboutFailing(
  { tx, now, nextId }: Command,
  { id, tenantId, url, failuresInARow }: typeof webhookEndpoints.$inferSelect,
): Promise<void> {
  if (failuresInARow !== FAILING_FROM) return;
  await tx.insert(outboxMessages).values({
    id: await nextId('msg'),
    tenantId,
    to: 'admin@account.example',
    subject: `The webhook endpoint ${id} is failing`,
    text: `The last ${FAILING_FROM} attempts to deliver to ${url} have failed. Deliveries go on.`,
    createdAt: now,
  });
}
