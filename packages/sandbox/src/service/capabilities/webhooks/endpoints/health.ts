import type { Command } from '../../../kernel/command.js';
import { sendMail } from '../../../mail/send-mail.js';
import { findTenant } from '../../tenants/index.js';
import type { EndpointRow } from './records.js';

/** After this many failed attempts in a row, an endpoint is failing. It is not paused: the specification has no such rule. */
const FAILING_FROM = 20;

export function endpointHealth({
  failuresInARow,
  lastSuccessAt,
  lastFailureAt,
}: EndpointRow): 'healthy' | 'failing' | 'unknown' {
  if (failuresInARow >= FAILING_FROM) return 'failing';
  return lastSuccessAt === null && lastFailureAt === null ? 'unknown' : 'healthy';
}

export const recentHealths = [
  'unused',
  'never_worked',
  'failing',
  'recovering',
  'working',
] as const;

/** How the last attempts of an endpoint went. */
export function recentHealth({
  failuresInARow,
  lastSuccessAt,
  lastFailureAt,
  successesToRecover,
}: EndpointRow): (typeof recentHealths)[number] {
  if (lastSuccessAt === null) return lastFailureAt === null ? 'unused' : 'never_worked';
  if (failuresInARow > 0) return 'failing';
  return successesToRecover > 0 ? 'recovering' : 'working';
}

/**
 * Mails the administrator of the tenant, once per series of failures.
 *
 * @param why Why the last attempt failed, in one sentence.
 */
export async function mailAboutFailing(
  command: Command,
  { id, tenantId, url, failuresInARow, failingSince, lastSuccessAt }: EndpointRow,
  why: string,
): Promise<void> {
  if (failuresInARow !== FAILING_FROM) return;
  const { adminEmail } = await findTenant(command.tx, tenantId);
  await sendMail(command, {
    tenantId,
    to: adminEmail,
    subject: `The webhook endpoint at ${new URL(url).host} is failing`,
    text: `${[
      `The last ${FAILING_FROM} attempts to deliver to ${url} failed. Deliveries continue.`,
      `Failing since: ${failingSince?.toISOString()}`,
      `Last success: ${lastSuccessAt?.toISOString() ?? 'none yet'}`,
      `Last attempt: ${why}`,
      '',
      `Endpoint: ${command.urls.origin}/endpoints/${id}`,
    ].join('\n')}\n`,
  });
}
