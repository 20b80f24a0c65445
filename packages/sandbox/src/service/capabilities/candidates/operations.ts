import { z } from 'zod';
import { listOperation } from '../../http/list-operation.js';
import { changeOperation, type Operation, readOperation, tagged } from '../../http/operation.js';
import { allow } from '../../http/state-machine.js';
import { text } from '../../limits/bounded.js';
import { archiveCandidate } from './archive-candidate.js';
import { callersAuthorization } from './callers-authorization.js';
import type { CandidateEvents } from './candidate-events.js';
import { checkBirth, createCandidate } from './create-candidate.js';
import { candidateRecords } from './records.js';
import { refuseSsn } from './refuse-ssn.js';
import { candidateStates, candidateStatuses } from './states.js';
import { candidateToWire } from './to-wire.js';
import { Candidate, CreateCandidate, CreatedCandidate, UpdateCandidate } from './wire.js';

const params = z.object({ id: text('id') });

const list = listOperation({
  id: 'listCandidates',
  path: '/v1/candidates',
  summary: 'List candidates',
  of: candidateRecords,
  item: Candidate,
  filters: {
    email: text('email'),
    externalId: text('reference'),
    status: z.enum(candidateStatuses),
    roleId: text('id'),
  },
  toWire: (rows) => rows.map(candidateToWire),
});

const get = readOperation({
  id: 'getCandidate',
  path: '/v1/candidates/{id}',
  summary: 'Get a candidate',
  input: { params },
  returns: Candidate,
  async handle({ params: { id } }, { sql, scope }) {
    return candidateToWire(await candidateRecords.find(sql, scope, id));
  },
});

const create = changeOperation({
  id: 'createCandidate',
  method: 'POST',
  path: '/v1/candidates',
  summary: 'Create a candidate, which pages may do with a candidate key',
  scopes: ['full_access', 'candidate_create'],
  fromPages: true,
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

const update = ({ onChange }: CandidateEvents) =>
  changeOperation({
    id: 'updateCandidate',
    method: 'PATCH',
    path: '/v1/candidates/{id}',
    summary: 'Change a candidate',
    input: { params, body: UpdateCandidate },
    returns: Candidate,
    refuses: ['state_conflict'],
    allowedWhen: { status: candidateStates.actions.update.from },
    async handle({ params: { id }, body }, context) {
      const row = await candidateRecords.lock(context.tx, context.scope, id);
      allow(candidateStates, 'update', row);
      refuseSsn(body);
      checkBirth(body.dateOfBirth, context.now);
      const { authorizedAt, ...fields } = body;
      const authorization = callersAuthorization(authorizedAt, context.now);
      const changed = await candidateRecords.save(context, row, { ...fields, ...authorization });
      await onChange(context, changed);
      return candidateToWire(changed);
    },
  });

const archive = ({ onArchive }: CandidateEvents) =>
  changeOperation({
    id: 'archiveCandidate',
    method: 'DELETE',
    path: '/v1/candidates/{id}',
    summary: 'Archive a candidate who has no open report, and cancel their open invitations',
    input: { params },
    returns: Candidate,
    refuses: ['state_conflict'],
    allowedWhen: { status: candidateStates.actions.archive.from },
    guard: candidateStates.actions.archive.guard,
    async handle({ params: { id } }, context) {
      return candidateToWire(await archiveCandidate(context, id, onArchive));
    },
  });

export function candidateOperations(events: CandidateEvents): readonly Operation[] {
  return tagged('Candidates', [list, get, create, update(events), archive(events)]);
}
