import type { ScopedCommand } from '../../kernel/command.js';
import { zip } from '../../kernel/lists.js';
import { type Circumstances, documentExpiry, evaluate } from '../onboarding/index.js';
import { createVerifications } from '../verifications/index.js';
import type { AssessedRow } from './assess-rows.js';
import { type GivenDocument, isOfDocument } from './roster/columns.js';
import { turns } from './turns.js';

interface RowOfCandidate extends Pick<AssessedRow, 'checked' | 'evidence' | 'timeZone'> {
  readonly candidateId: string;
}

/**
 * Starts verifications of the documents that roles ask for, if they were not verified yet, or not since they were renewed. A
 * failed verification is not repeated: somebody has to look at it.
 *
 * @returns the ids of the verifications of each row, by configuration.
 */
export async function startVerifications<Row extends RowOfCandidate>(
  command: ScopedCommand,
  rows: readonly Row[],
  integrationId: string,
): Promise<ReadonlyMap<Row, ReadonlyMap<string, string>>> {
  const turn = turns();
  const wanted: { row: Row; slug: string; document: GivenDocument }[] = [];
  for (const row of rows) {
    await turn();
    for (const [slug, document] of row.checked.documents) {
      if (isToStart(row, document, command.now)) wanted.push({ row, slug, document });
    }
  }
  const verifications = await createVerifications(
    command,
    wanted.map(({ row: { candidateId, checked }, slug, document: { state, formData } }) => ({
      documentConfigSlug: slug,
      state,
      integrationId,
      candidateId,
      externalId: checked.person.externalId,
      formData,
      fileIds: [],
      metadata: {},
    })),
  );
  const started = new Map<Row, Map<string, string>>();
  for (const [{ row, slug }, { id }] of zip(wanted, verifications)) {
    started.set(row, (started.get(row) ?? new Map<string, string>()).set(slug, id));
  }
  return started;
}

function isToStart(
  { checked: { role, workState }, evidence, timeZone }: RowOfCandidate,
  document: GivenDocument,
  now: Date,
): boolean {
  const ends = documentExpiry(document.expiresOn, timeZone);
  if (workState === undefined || (ends && ends <= now)) return false;
  const requirement = role?.requirements.find(
    ({ kind, slug }) => kind === 'document' && slug === document.config.slug,
  );
  if (!requirement) return false;
  const { states, ...anywhere } = requirement;
  if (states && !states.includes(workState)) return false;
  const circumstances: Circumstances = { workState: document.state, timeZone, now };
  const known = evidence.filter((one) => one.kind === 'document' && isOfDocument(one, document));
  const [found] = evaluate([anywhere], circumstances, known);
  return found?.state === 'missing' || found?.state === 'expired';
}
