import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { listIndex, seq, timestamps } from './columns.js';

/** The account of the service, and the tenants that partners have provisioned. */
export const tenants = pgTable(
  'tenants',
  {
    id: text().primaryKey(),
    seq: seq(),
    /** The tenant that has provisioned it. `null` for the account of the service. */
    partnerId: text('partner_id'),
    slug: text().notNull().unique(),
    /** The name of the facility. */
    name: text().notNull(),
    adminEmail: text('admin_email').notNull(),
    /** Such as `2026-01`. */
    termsVersion: text('terms_version').notNull(),
    status: text({ enum: ['active', 'suspended', 'closed'] }).notNull(),
    /** Whether it may provision tenants. */
    partner: boolean().notNull(),
    /** An IANA name. Days, such as the day of an expiry, end in this zone. */
    timeZone: text('time_zone').notNull(),
    /** The color of hosted pages, such as `#1f6feb`. `null` for the color of the service. */
    brandColor: text('brand_color'),
    ...timestamps,
  },
  (t) => [
    listIndex('tenants_of_partner', t, t.partnerId),
    listIndex('tenants_of_partner_by_status', t, t.partnerId, t.status),
  ],
);

/** Prices that differ from those of the catalog: the price book of a partner, and the prices of a tenant. */
export const prices = pgTable(
  'prices',
  {
    /** The partner, or the tenant. */
    tenantId: text('tenant_id').notNull(),
    kind: text({ enum: ['package', 'check_type'] }).notNull(),
    slug: text().notNull(),
    amountCents: integer('amount_cents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.kind, t.slug] })],
);
