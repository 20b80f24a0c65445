import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './columns.js';

// These tables are not part of the service's state: index.ts leaves them out, so that no snapshot has them, and a reset signs
// nobody out. So they have no reference to a tenant, which a reset may remove. Their times are wall time.

/** Links to the dashboard that were not used yet. */
export const loginLinks = pgTable(
  'login_links',
  {
    /** SHA-256 of its token, hex. */
    hash: text().primaryKey(),
    /** The account that it signs in to. */
    tenantId: text('tenant_id').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('login_links_expiry').on(t.expiresAt)],
);

/** The sessions of the dashboard. */
export const loginSessions = pgTable(
  'login_sessions',
  {
    /** SHA-256 of the token in its cookie, hex. */
    hash: text().primaryKey(),
    /** The account. */
    tenantId: text('tenant_id').notNull(),
    /** The tenant of the account that the session acts as. `null` for the account itself. */
    actingTenantId: text('acting_tenant_id'),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('login_sessions_expiry').on(t.expiresAt)],
);
