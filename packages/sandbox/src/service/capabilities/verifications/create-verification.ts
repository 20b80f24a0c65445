import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { documentConfigs } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { Problem, validationProblem } from '../../http/problem.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { schedule } from '../../kernel/schedule.js';
import { candidateRecords } from '../candidates/index.js';
import { requireIntegration } from '../integrations/index.js';
import { checkFields, missingParts } from './check-document.js';
import { checkFiles } from './check-files.js';
import {
  type DocumentConfiguration,
  type VerificationRow,
  verificationRecords,
} from './records.js';
import { createSession, unknownConfig, useSession } from './sessions.js';
import type { CreateVerification } from './wire.js';

/** Creates a verification. With all that its configuration requires, it is submitted at once. */
export async function createVerification(
  context: ScopedCommand,
  body: z.output<typeof CreateVerification>,
): Promise<VerificationRow> {
  const { tx, now, nextId, scope } = context;
  const integrationId = await requireIntegration(tx, scope, body.integrationId);
  const config = await findConfig(tx, body.documentConfigSlug);
  if (!config.states.includes('*') && !config.states.includes(body.state)) {
    throw new Problem('unsupported_state', `${config.slug} is for ${config.states.join(', ')}.`);
  }
  checkFields(config, body.formData);
  await checkFiles(tx, scope, body.fileIds);
  if (body.candidateId !== undefined) await candidateRecords.find(tx, scope, body.candidateId);
  const session =
    body.sessionId === undefined
      ? await createSession(context, { integrationId, documentConfigSlugs: [config.slug] })
      : await useSession(context, body.sessionId, integrationId, config.slug);
  const complete = missingParts(config, body.formData, body.fileIds).length === 0;
  const id = await nextId('dv');
  const verification = await verificationRecords.insert(context, {
    id,
    integrationId,
    externalId: body.externalId ?? id,
    candidateId: body.candidateId ?? null,
    sessionId: session.id,
    documentConfigSlug: config.slug,
    state: body.state,
    status: complete ? 'PROCESSING' : 'PENDING',
    formData: body.formData,
    metadata: body.metadata,
    fileIds: body.fileIds,
    errorMessage: null,
    attemptCount: 0,
    completedAt: null,
  });
  if (complete) await schedule(tx, { kind: 'source_attempt', ref: id, dueAt: now });
  return { ...verification, config, sessionReference: session.reference };
}

async function findConfig(tx: Sql, slug: string): Promise<DocumentConfiguration> {
  const [config] = await tx.select().from(documentConfigs).where(eq(documentConfigs.slug, slug));
  if (config) return config;
  throw validationProblem([unknownConfig('documentConfigSlug')]);
}
