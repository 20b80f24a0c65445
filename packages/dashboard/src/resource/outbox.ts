import { controls, type OutboxMessage } from '../api/controls.js';
import { session } from '../session/session.js';

const acting = session.actingTenant;

/** The mail of who uses the page. The control answers with that of every tenant, which the account sees too. */
export async function readOutbox(): Promise<readonly OutboxMessage[]> {
  const { data } = await controls.outbox();
  return data.filter(({ tenantId }) => !acting || tenantId === acting.id);
}
