import { controls, type OutboxMessage } from '../api/controls.js';
import { session } from '../session/session.js';

const acting = session.actingTenant;

/** The mail for the page's tenant. The control returns the mail of all tenants, and the account sees all of it. */
export async function readOutbox(): Promise<readonly OutboxMessage[]> {
  const { data } = await controls.outbox();
  return data.filter(({ tenantId }) => !acting || tenantId === acting.id);
}
