import { and, eq, ne } from 'drizzle-orm';
import { tenants } from '../db/schema/index.js';
import { loginSessions } from '../db/schema/login.js';
import type { Command } from '../kernel/command.js';
import type { LoginSession } from './find-session.js';

/**
 * Lets a session act as a tenant that its account has provisioned, or as the account itself.
 *
 * @param tenantId As it was sent. Empty: the account itself.
 * @returns False: the account has no such tenant, or it is closed.
 */
export async function actAsTenant(
  { tx }: Command,
  { hash, account }: LoginSession,
  tenantId: string,
): Promise<boolean> {
  // The database refuses some texts, such as one with U+0000.
  if (!/^\w{0,100}$/.test(tenantId)) return false;
  if (tenantId !== '') {
    const [tenant] = await tx
      .select({ id: tenants.id })
      .from(tenants)
      .where(
        and(
          eq(tenants.id, tenantId),
          eq(tenants.partnerId, account.id),
          ne(tenants.status, 'closed'),
        ),
      );
    if (!tenant) return false;
  }
  await tx
    .update(loginSessions)
    .set({ actingTenantId: tenantId === '' ? null : tenantId })
    .where(eq(loginSessions.hash, hash));
  return true;
}
