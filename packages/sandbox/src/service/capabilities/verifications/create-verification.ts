import type { z } from 'zod';
import { Problem, validationProblem } from '../../http/problem.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { schedule } from '../../kernel/schedule.js';
import { candidateRecords } from '../candidates/index.js';
import { requireIntegration } from '../integrations/index.js';
import { configsBySlug } from './catalog-records.js';
import { checkFields, checkFiles, missingParts } from './check-document.js';
import { isToBeRead } from './extract-fields.js';
import { type VerificationRow, verificationRecords } from './records.js';
import { createSession, findOpenSession, unknownConfig } from './sessions.js';
import type { CreateVerification } from './wire.js';

/** A verification to create. A caller of the API sets no report. */
interface NewVerification extends z.output<typeof CreateVerification> {
  /** The report that the intake has ordered with it. */
  readonly reportId?: string;
}

/** Creates a verification. With all that its configuration requires, or files to read that from, it is submitted at once. */
export async function createVerification(
  context: ScopedCommand,
  body: NewVerification,
): Promise<VerificationRow> {
  const { tx, now, nextId, scope } = context;
  const integrationId = await requireIntegration(tx, scope, body.integrationId);
  const [config] = await configsBySlug(tx, scope, [body.documentConfigSlug]);
  if (!config) throw validationProblem([unknownConfig('documentConfigSlug')]);
  if (!config.states.includes('*') && !config.states.includes(body.state)) {
    throw new Problem('unsupported_state', `${config.slug} is for ${config.states.join(', ')}.`);
  }
  checkFields(config, body.formData);
  await checkFiles(tx, scope, body.fileIds);
  if (body.candidateId !== undefined) await candidateRecords.find(tx, scope, body.candidateId);
  const session =
    body.sessionId === undefined
      ? await createSession(context, { integrationId, documentConfigSlugs: [config.slug] })
      : await findOpenSession(context, body.sessionId, integrationId, config.slug);
  const complete =
    isToBeRead(body.formData, body.fileIds) ||
    missingParts(config, body.formData, body.fileIds).length === 0;
  const id = await nextId('dv');
  const verification = await verificationRecords.insert(context, {
    ...body,
    id,
    integrationId,
    documentConfigId: config.id,
    externalId: body.externalId ?? id,
    sessionId: session.id,
    status: complete ? 'PROCESSING' : 'PENDING',
    attemptCount: 0,
  });
  if (complete) await schedule(tx, { kind: 'source_attempt', ref: id, dueAt: now });
  return { ...verification, config, sessionReference: session.reference };
}
