import { boolean, index, json, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { candidates } from './candidates.js';
import { foreignId, listIndex, tenantObject, timestamps } from './columns.js';
import { packages } from './packages.js';

/** A check or document that a role asks of an employee. */
export interface Requirement {
  readonly kind: 'check' | 'document';
  /** The slug of the check type or document configuration. */
  readonly slug: string;
  /** False if it is asked for, but may be missing. */
  readonly required: boolean;
  /** How long a result counts, in days. Absent: without end. */
  readonly validForDays?: number;
  /** The work states that ask for it. Absent: all. */
  readonly states?: readonly string[];
}

export const roles = pgTable(
  'roles',
  {
    ...tenantObject,
    name: text().notNull(),
    slug: text().notNull(),
    requirements: json().$type<readonly Requirement[]>().notNull(),
    /** The package that an invitation to the role orders. */
    packageId: text('package_id').references(() => packages.id),
    archived: boolean().notNull(),
    ...timestamps,
  },
  (t) => [
    listIndex('roles_list', t, t.tenantId),
    listIndex('roles_by_archived', t, t.tenantId, t.archived),
    // For packages, which are not archived while a role orders them.
    index('roles_of_package').on(t.packageId, t.archived, t.seq),
    uniqueIndex('roles_by_slug').on(t.tenantId, t.slug),
  ],
);

/** A candidate on the way into a role. Its checklist is evaluated whenever it is read. */
export const onboardings = pgTable(
  'onboardings',
  {
    ...tenantObject,
    candidateId: foreignId('candidate_id', () => candidates.id),
    roleId: foreignId('role_id', () => roles.id),
    workState: text('work_state').notNull(),
    invitationId: text('invitation_id'),
    ...timestamps,
  },
  (t) => [
    listIndex('onboardings_list', t, t.tenantId),
    listIndex('onboardings_of_candidate', t, t.tenantId, t.candidateId),
    listIndex('onboardings_of_role', t, t.tenantId, t.roleId),
  ],
);
