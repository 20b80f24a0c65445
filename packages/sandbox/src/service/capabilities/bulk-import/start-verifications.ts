import type { ScopedCommand } from '../../kernel/command.js';
import { type Circumstances, documentExpiry, evaluate } from '../onboarding/index.js';
import { createVerification } from '../verifications/index.js';
import type { AssessedRow } from './assess-rows.js';
import { type GivenDocument, isOfDocument } from './roster/given-document.js';

interface Order extends Pick<AssessedRow, 'checked' | 'evidence' | 'timeZone'> {
  readonly candidateId: string;
  readonly integrationId: string;
}

/**
 * Starts the verification of those documents of a row that the role asks for and that were not verified yet, or not since they
 * were renewed. One that has failed waits for somebody to look at it.
 *
 * @returns The verifications, by configuration.
 */
export async function startVerifications(
  command: ScopedCommand,
  order: Order,
): Promise<ReadonlyMap<string, string>> {
  const { checked, candidateId, integrationId } = order;
  const { person } = checked;
  const started = new Map<string, string>();
  for (const [slug, document] of checked.documents) {
    if (!isToStart(order, document, command.now)) continue;
    const verification = await createVerification(command, {
      documentConfigSlug: slug,
      state: document.state,
      integrationId,
      candidateId,
      ...(person.externalId === undefined ? {} : { externalId: person.externalId }),
      formData: document.formData,
      fileIds: [],
      metadata: {},
    });
    started.set(slug, verification.id);
  }
  return started;
}

function isToStart(
  { checked: { role, workState }, evidence, timeZone }: Order,
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
