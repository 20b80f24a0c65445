import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { documentConfigs, documentVerifications, files } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { found } from '../../http/find.js';
import { Problem, validationProblem } from '../../http/problem.js';
import { allow, transition } from '../../http/state-machine.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { schedule, unschedule } from '../../kernel/jobs.js';
import { idInScope, inScope, type Scope } from '../../kernel/scope.js';
import { findCandidate } from '../candidates/find-candidate.js';
import { requireIntegration } from '../integrations/require-integration.js';
import { checkFields, missingParts } from './documents.js';
import {
  type DocumentConfiguration,
  selectVerifications,
  type VerificationRow,
} from './find-verification.js';
import { createSession, unknownConfig, useSession } from './sessions.js';
import { verificationStates } from './states.js';
import type { CreateVerification, SubmitVerification } from './wire.js';

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
  if (body.candidateId !== undefined) await findCandidate(tx, scope, body.candidateId);
  const session =
    body.sessionId === undefined
      ? await createSession(context, { integrationId, documentConfigSlugs: [config.slug] })
      : await useSession(context, body.sessionId, integrationId, config.slug);
  const complete = missingParts(config, body.formData, body.fileIds).length === 0;
  const id = await nextId('dv');
  const values = {
    id,
    tenantId: scope.tenantId,
    integrationId,
    externalId: body.externalId ?? id,
    candidateId: body.candidateId ?? null,
    sessionId: session.id,
    documentConfigSlug: config.slug,
    state: body.state,
    status: complete ? ('PROCESSING' as const) : ('PENDING' as const),
    formData: body.formData,
    metadata: body.metadata,
    fileIds: body.fileIds,
    errorMessage: null,
    attemptCount: 0,
    createdAt: now,
    completedAt: null,
  };
  const [verification] = await tx.insert(documentVerifications).values(values).returning();
  if (complete) await schedule(tx, { kind: 'source_attempt', ref: id, dueAt: now });
  if (!verification) throw new Error('The database returned no row for an insert.');
  return { verification, config, sessionReference: session.reference };
}

/** Adds fields and files, and has the source asked. @throws Problem when something is still missing. */
export async function submitVerification(
  context: ScopedCommand,
  verificationId: string,
  body: z.output<typeof SubmitVerification>,
): Promise<VerificationRow> {
  const { tx, now, scope } = context;
  const row = await lockVisible(context, verificationId);
  const { verification, config } = row;
  allow(verificationStates, 'submit', verification);
  const formData = { ...verification.formData, ...body.formData };
  const fileIds = [...new Set([...verification.fileIds, ...body.fileIds])];
  checkFields(config, formData);
  await checkFiles(tx, scope, body.fileIds);
  const missing = missingParts(config, formData, fileIds);
  if (missing.length > 0) throw validationProblem(missing);
  const changes = transition(verificationStates, 'submit', verification, { formData, fileIds });
  await tx
    .update(documentVerifications)
    .set(changes)
    .where(eq(documentVerifications.id, verificationId));
  await schedule(tx, { kind: 'source_attempt', ref: verificationId, dueAt: now });
  return { ...row, verification: { ...verification, ...changes } };
}

/** Ends a verification without an event. */
export async function cancelVerification(
  context: ScopedCommand,
  verificationId: string,
): Promise<VerificationRow> {
  const { tx, now } = context;
  const row = await lockVisible(context, verificationId);
  const ended = { completedAt: now };
  const changes = transition(verificationStates, 'cancel', row.verification, ended);
  await tx
    .update(documentVerifications)
    .set(changes)
    .where(eq(documentVerifications.id, verificationId));
  await unschedule(tx, verificationId);
  return { ...row, verification: { ...row.verification, ...changes } };
}

async function lockVisible({ tx, scope }: ScopedCommand, id: string): Promise<VerificationRow> {
  const rows = await selectVerifications(tx)
    .where(idInScope(documentVerifications, scope, id))
    .for('update', { of: documentVerifications });
  return found(rows, 'document verification', id);
}

async function findConfig(tx: Sql, slug: string): Promise<DocumentConfiguration> {
  const [config] = await tx.select().from(documentConfigs).where(eq(documentConfigs.slug, slug));
  if (config) return config;
  throw validationProblem([unknownConfig('documentConfigSlug')]);
}

async function checkFiles(tx: Sql, scope: Scope, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const rows = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(inScope(files, scope), inArray(files.id, [...fileIds])));
  const known = new Set(rows.map(({ id }) => id));
  const errors = fileIds
    .filter((id) => !known.has(id))
    .map((id) => ({ param: 'fileIds', code: 'unknown', message: `no file has the id ${id}` }));
  if (errors.length > 0) throw validationProblem(errors);
}
