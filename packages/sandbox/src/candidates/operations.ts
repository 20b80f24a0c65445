import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { found } from '../api/find.js';
import { type ChangeContext, changeOperation, readOperation } from '../api/operation.js';
import { listOf, page, pageQuery, pageRange } from '../api/paging.js';
import { validationProblem } from '../api/problem.js';
import { nextState } from '../api/state-machine.js';
import { candidates } from '../store/schema/index.js';
import { inTenant, type Scope } from '../store/scope.js';
import { refuseSsn } from './refuse-ssn.js';
import { candidateStates, candidateStatuses } from './states.js';
import { Candidate, CreateCandidate, CreatedCandidate, UpdateCandidate } from './wire.js';

const tag = 'Candidates';
const params = z.object({ id: z.string() });
const visible = (scope: Scope, id: string) =>
  and(inTenant(candidates, scope), eq(candidates.id, id));

const list = readOperation({
  id: 'listCandidates',
  path: '/v1/candidates',
  tag,
  summary: 'List candidates',
  scopes: ['full_access'],
  shown: false,
  input: {
    query: z.strictObject({
      ...pageQuery,
      email: z.string().optional(),
      externalId: z.string().optional(),
      status: z.enum(candidateStatuses).optional(),
    }),
  },
  status: 200,
  returns: listOf(Candidate).meta({ id: 'CandidateList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, { sql, scope }) {
    const { email, externalId, status } = query;
    const filter = { email, externalId, status };
    const range = pageRange(candidates.seq, query, filter);
    const rows = await sql
      .select()
      .from(candidates)
      .where(
        and(
          inTenant(candidates, scope),
          email === undefined ? undefined : eq(candidates.email, email),
          externalId === undefined ? undefined : eq(candidates.externalId, externalId),
          status === undefined ? undefined : eq(candidates.status, status),
          range.where,
        ),
      )
      .orderBy(range.orderBy)
      .limit(range.limit);
    return page(rows, query, filter, toWire);
  },
});

const get = readOperation({
  id: 'getCandidate',
  path: '/v1/candidates/{id}',
  tag,
  summary: 'Get a candidate',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: Candidate,
  refuses: ['resource_not_found'],
  async handle({ params: { id } }, { sql, scope }) {
    const rows = await sql.select().from(candidates).where(visible(scope, id));
    return toWire(found(rows, 'candidate', id));
  },
});

const create = changeOperation({
  id: 'createCandidate',
  method: 'POST',
  path: '/v1/candidates',
  tag,
  summary: 'Create a candidate, which pages may do with a candidate key',
  scopes: ['full_access', 'candidate_create'],
  fromPages: true,
  shown: false,
  input: { body: CreateCandidate },
  status: 201,
  returns: z.union([Candidate, CreatedCandidate]),
  refuses: ['origin_not_allowed'],
  async handle({ body }, { tx, now, nextId, scope, keyScope }) {
    refuseSsn(body);
    checkBirth(body.dateOfBirth, now);
    const [row] = await tx
      .insert(candidates)
      .values({
        ...body,
        id: await nextId('cand'),
        tenantId: scope.tenantId,
        status: 'new',
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!row) throw new Error('The database returned no row for an insert.');
    const candidate = toWire(row);
    if (keyScope === 'full_access') return candidate;
    // The key is in a page, for everybody to see.
    const { id, status, createdAt } = candidate;
    return { id, status, createdAt };
  },
});

const update = changeOperation({
  id: 'updateCandidate',
  method: 'PATCH',
  path: '/v1/candidates/{id}',
  tag,
  summary: 'Change a candidate',
  scopes: ['full_access'],
  shown: false,
  input: { params, body: UpdateCandidate },
  status: 200,
  returns: Candidate,
  refuses: ['resource_not_found', 'state_conflict'],
  async handle({ params: { id }, body }, context) {
    const row = await lockCandidate(context, id);
    nextState(candidateStates, 'update', row.status);
    refuseSsn(body);
    checkBirth(body.dateOfBirth, context.now);
    return toWire(await save(context, id, body));
  },
});

const archive = changeOperation({
  id: 'archiveCandidate',
  method: 'DELETE',
  path: '/v1/candidates/{id}',
  tag,
  summary: 'Archive a candidate',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: Candidate,
  refuses: ['resource_not_found', 'state_conflict'],
  async handle({ params: { id } }, context) {
    const row = await lockCandidate(context, id);
    const status = nextState(candidateStates, 'archive', row.status);
    return toWire(await save(context, id, { status }));
  },
});

export const candidateOperations = [list, get, create, update, archive];

type CandidateRow = typeof candidates.$inferSelect;

async function lockCandidate({ tx, scope }: ChangeContext, id: string): Promise<CandidateRow> {
  const rows = await tx.select().from(candidates).where(visible(scope, id)).for('update');
  return found(rows, 'candidate', id);
}

async function save(
  { tx, now }: ChangeContext,
  id: string,
  changes: z.output<typeof UpdateCandidate> & { readonly status?: CandidateRow['status'] },
): Promise<CandidateRow> {
  const rows = await tx
    .update(candidates)
    .set({ ...changes, updatedAt: now })
    .where(eq(candidates.id, id))
    .returning();
  return found(rows, 'candidate', id);
}

function checkBirth(dateOfBirth: string | null | undefined, now: Date): void {
  if (!dateOfBirth || dateOfBirth <= now.toISOString().slice(0, 10)) return;
  const message = 'must not be in the future';
  throw validationProblem([{ param: 'dateOfBirth', code: 'in_the_future', message }]);
}

function toWire(row: CandidateRow): z.input<typeof Candidate> {
  return {
    id: row.id,
    externalId: row.externalId,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    dateOfBirth: row.dateOfBirth,
    ssnLast4: row.ssnLast4,
    workState: row.workState,
    status: row.status,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
