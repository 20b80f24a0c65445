import { boolean, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { candidateFields } from './candidate-fields.js';
import { listIndex, seq, tenantObject, timestamps } from './columns.js';

/** The catalog of checks, which all tenants share. */
export const checkTypes = pgTable('check_types', {
  slug: text().primaryKey(),
  seq: seq(),
  name: text().notNull(),
  category: text({
    enum: [
      'identity',
      'criminal',
      'registry',
      'driving',
      'employment',
      'education',
      'license',
      'health',
    ],
  }).notNull(),
  listPriceCents: integer('list_price_cents').notNull(),
  /** Virtual seconds from its start to its result. */
  typicalDurationSeconds: integer('typical_duration_seconds').notNull(),
  /** The fields of a candidate that must be known before it can start. */
  requires: text({ enum: candidateFields }).array().notNull(),
  /** The documents that it covers. */
  documentConfigSlugs: text('document_config_slugs').array().notNull(),
});

/** Checks that are ordered together. Each tenant has its own, and starts with those of the catalog. */
export const packages = pgTable(
  'packages',
  {
    ...tenantObject,
    name: text().notNull(),
    slug: text().notNull(),
    checkTypeSlugs: text('check_type_slugs').array().notNull(),
    /** `null` for the sum of its checks. */
    priceCents: integer('price_cents'),
    /** Whether the tenant made it. */
    custom: boolean().notNull(),
    archived: boolean().notNull(),
    ...timestamps,
  },
  (t) => [
    listIndex('packages_list', t, t.tenantId),
    listIndex('packages_by_archived', t, t.tenantId, t.archived),
    uniqueIndex('packages_by_slug').on(t.tenantId, t.slug),
  ],
);
