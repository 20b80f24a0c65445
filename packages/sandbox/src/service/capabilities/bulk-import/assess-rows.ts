import { and, asc, ne, or, sql } from 'drizzle-orm';
import type { RowIssue } from '../../db/schema/index.js';
import { inTenant, type ScopedCommand } from '../../kernel/command.js';
import type { Facts } from '../../limits/facts.js';
import { candidateRecords } from '../candidates/index.js';
import {
  type Circumstances,
  documentExpiry,
  type EvaluatedRequirement,
  type Evidence,
  evaluate,
  loadEvidence,
  onboardingStatus,
  requirementToWire,
} from '../onboarding/index.js';
import { openRoles, roleRecords } from '../roles/index.js';
import { findTenant } from '../tenants/index.js';
import { listConfigs } from '../verifications/index.js';
import type { RowRecord } from './records.js';
import { type CheckedRow, checkRow, type RosterWorld } from './roster/check-row.js';
import { documentColumns, isOfDocument } from './roster/columns.js';
import type { RosterRow } from './roster/read-roster.js';
import { turns } from './turns.js';

export interface AssessedRow {
  readonly row: RosterRow;
  readonly checked: CheckedRow;
  /** `undefined` if nobody has the email or the external id yet. */
  readonly candidateId: string | undefined;
  /** The documents and checks of the candidate. */
  readonly evidence: readonly Evidence[];
  readonly requirements: readonly EvaluatedRequirement[];
  readonly issues: readonly RowIssue[];
  readonly status: RowRecord['status'];
  readonly timeZone: string;
}

/** Assesses how far rows meet their roles (service tables 1.9). The number of queries does not depend on the number of rows. */
export async function assessRows(
  command: ScopedCommand,
  roleId: string | null,
  rows: readonly RosterRow[],
): Promise<AssessedRow[]> {
  const { tx, scope } = command;
  const world = await loadWorld(command, roleId);
  // Rows lose a role that was archived meanwhile.
  const archived = roleId !== null && !world.roleOfImport;
  const turn = turns();
  const checked: Pick<AssessedRow, 'row' | 'checked'>[] = [];
  for (const row of rows) {
    await turn();
    const found = checkRow(row, world);
    checked.push({ row, checked: archived ? withoutRole(found) : found });
  }
  const idOf = await findCandidates(command, checked);
  const found = checked.map((one) => ({ ...one, candidateId: idOf(one.checked) }));
  const ids = found.flatMap(({ candidateId }) => candidateId ?? []);
  const evidence = await loadEvidence(tx, scope, ids);
  const assessed: AssessedRow[] = [];
  for (const one of found) {
    await turn();
    const known = evidence.get(one.candidateId ?? '') ?? [];
    assessed.push(assess({ ...one, evidence: known }, world));
  }
  return assessed;
}

/** The columns of a row that show its assessment. @param more Issues that come from other rows. */
export function assessedColumns(
  { checked, requirements, issues, status }: Omit<AssessedRow, 'row' | 'candidateId'>,
  more: readonly RowIssue[] = [],
) {
  return {
    status: more.length > 0 ? ('missing' as const) : status,
    roleSlug: checked.role?.slug ?? null,
    requirements: requirements.map(requirementToWire),
    issues: [...issues, ...more],
  };
}

async function loadWorld(
  { tx, now, scope }: ScopedCommand,
  roleId: string | null,
): Promise<RosterWorld> {
  // Rows that name their own roles may name any open role.
  const roles = roleId === null ? await openRoles(tx, scope) : [];
  const role = roleId === null ? undefined : await roleRecords.find(tx, scope, roleId);
  const { timeZone } = await findTenant(tx, scope.tenantId);
  return {
    roles,
    roleOfImport: role?.archived ? undefined : role,
    configs: new Map((await listConfigs(tx, scope)).map((config) => [config.slug, config])),
    timeZone,
    now,
  };
}

function withoutRole(checked: CheckedRow): CheckedRow {
  const message = 'the role of this import is archived';
  const others = checked.issues.filter(({ column }) => column !== 'role');
  const facts = { because: 'role_archived' } as const;
  const issues = [...others, { column: 'role', code: 'role_unknown', message, facts } as const];
  return { ...checked, role: undefined, issues };
}

type Found = Pick<AssessedRow, 'row' | 'checked' | 'candidateId' | 'evidence'>;

function assess(found: Found, { timeZone, now }: RosterWorld): AssessedRow {
  const { role, workState, issues } = found.checked;
  if (!role || workState === undefined) {
    return { ...found, timeZone, requirements: [], issues, status: 'missing' };
  }
  const circumstances: Circumstances = { workState, timeZone, now };
  const requirements = evaluate(role.requirements, circumstances, matching(found));
  const all = [...issues, ...credentialIssues(found.checked, requirements, circumstances)];
  const complete = onboardingStatus(requirements) === 'complete';
  const status = all.length > 0 ? 'missing' : complete ? 'valid' : 'pending';
  return { ...found, timeZone, requirements, issues: all, status };
}

/** Returns the evidence that counts for a row. If the row gives a document, other documents of its kind do not count. */
function matching({ checked: { documents }, evidence }: Found): readonly Evidence[] {
  return evidence.filter((one) => {
    if (one.kind === 'check') return true;
    const given = documents.get(one.slug);
    return !given || isOfDocument(one, given);
  });
}

function credentialIssues(
  { documents, issues }: CheckedRow,
  requirements: readonly EvaluatedRequirement[],
  { timeZone, now }: Circumstances,
): RowIssue[] {
  return requirements.flatMap(({ kind, slug, required, state }): RowIssue[] => {
    const columns = documentColumns(slug);
    const told = issues.some(({ column }) => Object.values(columns).includes(column));
    if (kind === 'check' || !required || told) return [];
    const given = documents.get(slug);
    if (!given) {
      if (state === 'missing') {
        const message = `is required: the role asks for ${slug}, and none is on file`;
        return [
          { column: columns.number, code: 'credential_missing', message, facts: { id: slug } },
        ];
      }
      return state === 'expired'
        ? [
            expired(columns.number, `the ${slug} on file has expired`, {
              id: slug,
              because: 'expired_on_file',
            }),
          ]
        : [];
    }
    const ends = documentExpiry(given.expiresOn, timeZone);
    if (ends ? ends <= now : state === 'expired') {
      return [expired(columns.expiresOn, `the ${slug} has expired`, { id: slug })];
    }
    return [];
  });
}

function expired(column: string, message: string, facts: Facts): RowIssue {
  return { column, code: 'credential_expired', message, facts };
}

/** Finds the candidates of rows by external id, or otherwise by email, ignoring case. Archived candidates do not count. */
async function findCandidates(
  { tx, scope }: ScopedCommand,
  rows: readonly { readonly checked: CheckedRow }[],
): Promise<(row: CheckedRow) => string | undefined> {
  const people = rows.map(({ checked: { person } }) => person);
  const emails = sql.param(people.map(({ email }) => email.toLowerCase()));
  const externalIds = sql.param(people.flatMap(({ externalId }) => externalId ?? []));
  const table = candidateRecords.table;
  // Omits the metadata, which may be large.
  const found = await tx
    .select({ id: table.id, externalId: table.externalId, email: table.email })
    .from(table)
    .where(
      and(
        inTenant(table, scope),
        ne(table.status, 'archived'),
        or(
          sql`${table.externalId} = any(${externalIds}::text[])`,
          sql`lower(${table.email}) = any(${emails}::text[])`,
        ),
      ),
    )
    .orderBy(asc(table.seq));
  // The newest of several candidates wins.
  const byExternalId = new Map(found.map(({ id, externalId }) => [externalId, id]));
  const byEmail = new Map(found.map(({ id, email }) => [email.toLowerCase(), id]));
  return ({ person: { externalId, email } }) => {
    const known = externalId === undefined ? undefined : byExternalId.get(externalId);
    return known ?? byEmail.get(email.toLowerCase());
  };
}
