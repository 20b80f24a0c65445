import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { changeOperation, type Operation, readOperation } from '../api/operation.js';
import { listOf, page, pageQuery, pageRange } from '../api/paging.js';
import { nextState } from '../api/state-machine.js';
import { candidates } from '../store/schema/index.js';
import { inTenant } from '../store/scope.js';
import { archiveCandidate } from './archive-candidate.js';
import { callersAuthorization } from './callers-authorization.js';
import { checkBirth, createCandidate } from './create-candidate.js';
import { findCandidate, lockCandidate } from './find-candidate.js';
import { refuseSsn } from './refuse-ssn.js';
import { type OnCandidateChange, saveCandidate } from './save-candidate.js';
import { candidateStates, candidateStatuses } from './states.js';
import { candidateToWire } from './to-wire.js';
import { Candidate, CreateCandidate, CreatedCandidate, UpdateCandidate } from './wire.js';

const tag = 'Candidates';
const params = z.object({ id: z.string() });

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
      roleId: z.string().optional(),
    }),
  },
  status: 200,
  returns: listOf(Candidate).meta({ id: 'CandidateList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, { sql, scope }) {
    const { email, externalId, status, roleId } = query;
    const filter = { email, externalId, status, roleId };
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
          roleId === undefined ? undefined : eq(candidates.roleId, roleId),
          range.where,
        ),
      )
      .orderBy(range.orderBy)
      .limit(range.limit);
    return page(rows, query, filter, candidateToWire);
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
    return candidateToWire(await findCandidate(sql, scope, id));
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
  async handle({ body }, context) {
    const row = await createCandidate(context, body);
    const candidate = candidateToWire(row);
    if (context.keyScope === 'full_access') return candidate;
    // The key is in a page, for everybody to see.
    const { id, status, createdAt } = candidate;
    return { id, status, createdAt };
  },
});

const update = (onChange: OnCandidateChange) =>
  changeOperation({
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
    allowedWhen: { status: candidateStates.update.from },
    async handle({ params: { id }, body }, context) {
      const row = await lockCandidate(context.tx, context.scope, id);
      nextState(candidateStates, 'update', row.status);
      refuseSsn(body);
      checkBirth(body.dateOfBirth, context.now);
      const { authorizedAt, ...fields } = body;
      const authorization = callersAuthorization(authorizedAt, context.now);
      const changed = await saveCandidate(context, id, { ...fields, ...authorization });
      await onChange(context, changed);
      return candidateToWire(changed);
    },
  });

const archive = changeOperation({
  id: 'archiveCandidate',
  method: 'DELETE',
  path: '/v1/candidates/{id}',
  tag,
  summary: 'Archive a candidate who has no open report, and cancel their open invitations',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: Candidate,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: { status: candidateStates.archive.from },
  guard: candidateStates.archive.guard,
  async handle({ params: { id } }, context) {
    return candidateToWire(await archiveCandidate(context, id));
  },
});

/** @param onChange Goes on with what has waited for a field of a candidate. It is given, because it imports this folder. */
export function candidateOperations(onChange: OnCandidateChange): readonly Operation[] {
  return [list, get, create, update(onChange), archive];
}
