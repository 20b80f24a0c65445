import type { webhookEndpoints } from '../../../db/schema/index.js';
import type { Command } from '../../../kernel/command.js';
import { sendMail } from '../../../mail/send-mail.js';
import { findTenant } from '../../tenants/index.js';
import { FAILING_FROM } from './record-health.js';

/** Writes the mail about an endpoint that has just begun to count as failing. */
export async function mailAboutFailing(
  command: Command,
  { id, tenantId, url, failuresInARow }: typeof webhookEndpoints.$inferSelect,
): Promise<void> {
  if (failuresInARow !== FAILING_FROM) return;
  const { adminEmail } = await findTenant(command.tx, tenantId);
  await sendMail(command, {
    tenantId,
    to: adminEmail,
    subject: `The webhook endpoint ${id} is failing`,
    text: `The last ${FAILING_FROM} attempts to deliver to ${url} have failed. Deliveries go on.`,
  });
}
