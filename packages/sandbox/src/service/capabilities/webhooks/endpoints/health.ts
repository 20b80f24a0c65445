import type { Command } from '../../../kernel/command.js';
import { sendMail } from '../../../mail/send-mail.js';
import { findTenant } from '../../tenants/index.js';
import type { EndpointRow } from './records.js';

/** Failed attempts in a row from which an endpoint is failing. It is not paused: the specification has no such rule. */
const FAILING_FROM = 20;

export function endpointHealth({
  failuresInARow,
  lastSuccessAt,
  lastFailureAt,
}: EndpointRow): 'healthy' | 'failing' | 'unknown' {
  if (failuresInARow >= FAILING_FROM) return 'failing';
  return lastSuccessAt === null && lastFailureAt === null ? 'unknown' : 'healthy';
}

export async function mailAboutFailing(
  command: Command,
  { id, tenantId, url, failuresInARow }: EndpointRow,
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
