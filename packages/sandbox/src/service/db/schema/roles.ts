import { boolean, index, json, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { candidates } from './candidates.js';
import { seq, time } from './columns.js';
import { packages } from './packages.js';

/** What a role asks of an employee. */
export interface Requirement {
  readonly kind: 'check' | 'document';
  /** Of the check type, or of the document configuration. */
  readonly slug: string;
  /** False: it is asked for, and may be missing. */
  readonly required: boolean;
  /** How long a result counts, in days. Absent: without end. */
  readonly validForDays?: number;
  /** The work states that ask for it. Absent: all. */
  readonly states?: readonly string[];
}

export const roles = pgTable(
  'roles',
  {
    id: text().primaryKey(),
    seq: seq(),
    tenantId: text('tenant_id').notNull(),
    name: text().notNull(),
    slug: text().notNull(),
    requirements: json().$type<readonly Requirement[]>().notNull(),
    /** The package that an invitation to the role orders. */
    packageId: text('package_id').references(() => packages.id),
    archived: boolean().notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    index('roles_list').on(t.tenantId, t.createdAt, t.seq),
    index('roles_by_archived').on(t.tenantId, t.archived, t.createdAt, t.seq),
    // For packages, which are not archived while a role orders them.
    index('roles_of_package').on(t.packageId, t.archived, t.seq),
    uniqueIndex('roles_by_slug').on(t.tenantId, t.slug),
  ],
);

/** A candidate on the way into a role. Its checklist is evaluated whenever it is read. */
export const onboardings = pgTable(
  'onboardings',
  {
    id: text().primaryKey(),
    seq: seq(),
    tenantId: text('tenant_id').notNull(),
    candidateId: text('candidate_id')
      .notNull()
      .references(() => candidates.id),
    roleId: text('role_id')
      .notNull()
      .references(() => roles.id),
    workState: text('work_state').notNull(),
    invitationId: text('invitation_id'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    index('onboardings_list').on(t.tenantId, t.createdAt, t.seq),
    index('onboardings_of_candidate').on(t.tenantId, t.candidateId, t.createdAt, t.seq),
    index('onboardings_of_role').on(t.tenantId, t.roleId, t.createdAt, t.seq),
  ],
);
