import { z } from 'zod';
import { collection } from '../../http/collection.js';
import { changeOperation, type Operation, tagged } from '../../http/operation.js';
import { conflict, invalidField, type Problem } from '../../http/problem.js';
import { toWire } from '../../http/wire.js';
import type { Command, ScopedCommand } from '../../kernel/command.js';
import { only, zip } from '../../kernel/lists.js';
import { text } from '../../limits/bounded.js';
import { type CandidateRow, candidateRecords, openReportId, searchedTexts } from './records.js';
import { refuseSsn } from './refuse-ssn.js';
import { candidateStatuses } from './states.js';
import {
  Candidate,
  CreateCandidate,
  CreatedCandidate,
  candidateToWire,
  UpdateCandidate,
} from './wire.js';

/** Handlers from other capabilities. These import this folder, so `operations.ts` of the service passes the handlers in. */
interface CandidateEvents {
  /** Starts everything that has waited for a field of the candidate. */
  readonly onChange: (command: Command, candidate: CandidateRow) => Promise<void>;
  /** Cancels the open requests to the candidate. */
  readonly onArchive: (command: ScopedCommand, candidateId: string) => Promise<void>;
}

const candidates = collection({
  path: '/v1/candidates',
  of: candidateRecords,
  item: Candidate,
  toWire: (rows) => rows.map(candidateToWire),
});

const create = changeOperation({
  id: 'createCandidate',
  method: 'POST',
  path: '/v1/candidates',
  summary: 'Create a candidate, also from a web page with a candidate key',
  scopes: ['full_access', 'candidate_create'],
  fromPages: true,
  input: { body: CreateCandidate },
  status: 201,
  returns: z.union([Candidate, CreatedCandidate]),
  refuses: ['origin_not_allowed'],
  async handle({ body }, context) {
    const row = only(await createCandidates(context, [body]));
    // A candidate key is in a web page, where everybody can read it.
    return context.keyScope === 'full_access'
      ? candidateToWire(row)
      : toWire(CreatedCandidate, row);
  },
});

export function candidateOperations({
  onChange,
  onArchive,
}: CandidateEvents): readonly Operation[] {
  return tagged('Candidates', [
    candidates.list({
      id: 'listCandidates',
      summary: 'List candidates',
      search: { of: 'the name, the email or the external id', texts: searchedTexts },
      filters: {
        email: text('email'),
        externalId: text('reference'),
        status: z.enum(candidateStatuses),
        roleId: text('id'),
      },
    }),

    candidates.get({ id: 'getCandidate', summary: 'Get a candidate' }),

    create,

    candidates.change('update', {
      id: 'updateCandidate',
      summary: 'Update a candidate',
      body: UpdateCandidate,
      async run(context, row, { authorizedAt, ...fields }) {
        refuseSsn(fields);
        checkBirth(fields.dateOfBirth, context.now);
        const authorization = reportedAuthorization(authorizedAt, context.now);
        const changed = await candidateRecords.save(context, row, { ...fields, ...authorization });
        await onChange(context, changed);
        return changed;
      },
    }),

    candidates.remove('archive', {
      id: 'archiveCandidate',
      summary: 'Archive a candidate without an open report and cancel their open invitations',
      async run(context, row) {
        const reportId = await openReportId(context, row.id);
        if (reportId !== undefined) {
          const detail = `The report ${reportId} of the candidate is open.`;
          throw conflict({ reason: 'report_open', facts: { id: reportId } }, detail, row.status);
        }
        await onArchive(context, row.id);
        return candidateRecords.act(context, 'archive', row, {});
      },
    }),
  ]);
}

/**
 * Creates candidates with one statement, in the given order.
 *
 * @throws Problem for a full Social Security number, or a time in the future.
 */
export async function createCandidates(
  command: ScopedCommand,
  people: readonly z.output<typeof CreateCandidate>[],
): Promise<CandidateRow[]> {
  const { now, nextIds } = command;
  for (const person of people) {
    refuseSsn(person);
    checkBirth(person.dateOfBirth, now);
  }
  const ids = await nextIds('cand', people.length);
  return candidateRecords.insertAll(
    command,
    zip(ids, people).map(([id, { authorizedAt, ...person }]) => ({
      ...person,
      ...reportedAuthorization(authorizedAt, now),
      id,
      status: 'new',
    })),
  );
}

/** @throws Problem for a date in the future. */
export function checkBirth(dateOfBirth: string | null | undefined, now: Date): void {
  if (!dateOfBirth || dateOfBirth <= now.toISOString().slice(0, 10)) return;
  throw inTheFuture('dateOfBirth');
}

/**
 * The columns of an authorization that the caller reports. It replaces an earlier one from any source.
 *
 * @throws Problem 422 for a time in the future.
 */
function reportedAuthorization(authorizedAt: string | undefined, now: Date) {
  if (authorizedAt === undefined) return {};
  const at = new Date(authorizedAt);
  if (at > now) throw inTheFuture('authorizedAt');
  return { authorizationSource: 'caller' as const, authorizedAt: at };
}

function inTheFuture(param: string): Problem {
  return invalidField(param, { code: 'in_the_future', facts: {} });
}
