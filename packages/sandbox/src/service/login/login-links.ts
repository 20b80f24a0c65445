import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { account } from '../capabilities/tenants/index.js';
import { loginLinks } from '../db/schema/login.js';
import type { Command } from '../kernel/command.js';
import { openSession } from './sessions.js';
import { hashToken, isToken, newToken } from './tokens.js';

/** A link that signs in to the dashboard, once. */
export interface LoginLink {
  readonly url: string;
  /** Wall time. */
  readonly expiresAt: Date;
}

/** Makes a link, which every process on the database takes. */
export async function createLoginLink({ tx, urls }: Command): Promise<LoginLink> {
  const token = newToken();
  await tx.delete(loginLinks).where(lt(loginLinks.expiresAt, sql`clock_timestamp()`));
  const [link] = await tx
    .insert(loginLinks)
    .values({
      hash: hashToken(token),
      tenantId: account.tenantId,
      expiresAt: sql`clock_timestamp() + interval '24 hours'`,
    })
    .returning({ expiresAt: loginLinks.expiresAt });
  if (!link) throw new Error('The database returned no row for an insert.');
  return { url: `${urls.origin}/login?t=${token}`, expiresAt: link.expiresAt };
}

/** Uses up a link. @returns the token of the new session. Undefined: the link is unknown, was used, or has expired. */
export async function redeemLoginLink({ tx }: Command, token: string): Promise<string | undefined> {
  if (!isToken(token)) return undefined;
  const [link] = await tx
    .delete(loginLinks)
    .where(
      and(eq(loginLinks.hash, hashToken(token)), gt(loginLinks.expiresAt, sql`clock_timestamp()`)),
    )
    .returning({ tenantId: loginLinks.tenantId });
  return link && openSession(tx, link.tenantId);
}
