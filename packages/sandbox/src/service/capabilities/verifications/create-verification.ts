import type { z } from 'zod';
import type { Sql } from '../../db/sql.js';
import {
  conflict,
  type FieldProblem,
  fieldProblem,
  invalidField,
  Problem,
  validationProblem,
} from '../../http/problem.js';
import { findByIds } from '../../http/resource.js';
import { type Scope, type ScopedCommand, schedule } from '../../kernel/command.js';
import { only, zip } from '../../kernel/lists.js';
import { candidateRecords } from '../candidates/index.js';
import { requireIntegration } from '../integrations/index.js';
import { checkFields, checkFiles, isToBeRead, missingParts } from './check-document.js';
import {
  configsBySlug,
  type DocumentConfiguration,
  knownConfigs,
  SESSION_MS,
  type SessionRow,
  sessionRecords,
  type VerificationRow,
  verificationRecords,
} from './records.js';
import type { CreateSession, CreateVerification, SubmitVerification } from './wire.js';

/** A verification to create. API callers cannot set the report. */
interface NewVerification extends z.output<typeof CreateVerification> {
  /** The report that the intake ordered with the verification. */
  readonly reportId?: string;
}

interface CheckedOrder extends NewVerification {
  readonly config: DocumentConfiguration;
  readonly integrationId: string;
}

interface ReadyOrder extends CheckedOrder {
  readonly session: SessionRow;
}

/** Creates a verification. Submits it at once if it has all that its configuration requires, or files to read that from. */
export async function createVerification(
  command: ScopedCommand,
  order: NewVerification,
): Promise<VerificationRow> {
  return only(await createVerifications(command, [order]));
}

/**
 * Creates verifications. The number of statements does not grow with the number of verifications.
 *
 * @returns them in their order.
 * @throws Problem when one of them cannot be created.
 */
export async function createVerifications(
  command: ScopedCommand,
  orders: readonly NewVerification[],
): Promise<VerificationRow[]> {
  const { tx, now, nextIds, requestId, scope } = command;
  const checked = await checkOrders(command, orders);
  const ready = await chooseSessions(command, checked);
  const ids = await nextIds('dv', ready.length);
  const rows = await verificationRecords.insertAll(
    command,
    zip(ids, ready).map(([id, { config, session, ...order }]) => ({
      ...order,
      id,
      documentConfigId: config.id,
      requestId,
      externalId: order.externalId ?? id,
      sessionId: session.id,
      status: isComplete(config, order) ? ('PROCESSING' as const) : ('PENDING' as const),
      attemptCount: 0,
    })),
  );
  const attempt = { kind: 'source_attempt', dueAt: now, tenantId: scope.tenantId } as const;
  const submitted = rows.filter(({ status }) => status === 'PROCESSING');
  await schedule(tx, ...submitted.map(({ id: ref }) => ({ ...attempt, ref })));
  return zip(rows, ready).map(([row, { config, session }]) => ({
    ...row,
    config,
    sessionReference: session.reference,
  }));
}

/** @throws Problem when one of them cannot be created. */
async function checkOrders(
  { tx, scope }: ScopedCommand,
  orders: readonly NewVerification[],
): Promise<CheckedOrder[]> {
  const integrations = new Map<string | undefined, string>();
  for (const id of new Set(orders.map(({ integrationId }) => integrationId))) {
    integrations.set(id, await requireIntegration(tx, scope, id));
  }
  const slugs = orders.map(({ documentConfigSlug }) => documentConfigSlug);
  const configs = new Map(
    (await configsBySlug(tx, scope, slugs)).map((config) => [config.slug, config]),
  );
  const checked = orders.map((order) => {
    const config = configs.get(order.documentConfigSlug);
    const integrationId = integrations.get(order.integrationId);
    if (!config || !integrationId) throw validationProblem([unknownConfig('documentConfigSlug')]);
    checkState(config, order.state);
    checkFields(config, order.formData);
    return { ...order, config, integrationId };
  });
  await checkFiles(
    tx,
    scope,
    orders.flatMap(({ fileIds }) => fileIds),
  );
  const candidateIds = orders.flatMap(({ candidateId }) => candidateId ?? []);
  const candidates = await findByIds(candidateRecords, tx, scope, candidateIds);
  // This throws for the first missing candidate.
  const missing = candidateIds.find((id) => !candidates.has(id));
  if (missing !== undefined) await candidateRecords.find(tx, scope, missing);
  return checked;
}

function checkState({ slug, states }: DocumentConfiguration, state: string): void {
  if (states.includes('*') || states.includes(state)) return;
  throw new Problem('unsupported_state', `${slug} is for ${states.join(', ')}.`, {
    facts: { id: slug, allowed: [...states] },
  });
}

/** Adds to each order the session that it names, or a new one. */
async function chooseSessions(
  command: ScopedCommand,
  orders: readonly CheckedOrder[],
): Promise<ReadyOrder[]> {
  const sessions = new Map<CheckedOrder, SessionRow>();
  for (const order of orders) {
    const { sessionId, integrationId, config } = order;
    if (sessionId === undefined) continue;
    sessions.set(order, await findOpenSession(command, sessionId, integrationId, config.slug));
  }
  const others = orders.filter((order) => !sessions.has(order));
  const created = await createSessions(
    command,
    others.map(({ integrationId, config: { slug } }) => ({
      integrationId,
      documentConfigSlugs: [slug],
    })),
  );
  for (const [order, session] of zip(others, created)) sessions.set(order, session);
  return orders.flatMap((order) => {
    const session = sessions.get(order);
    return session ? [{ ...order, session }] : [];
  });
}

function isComplete(
  config: DocumentConfiguration,
  { formData, fileIds }: Pick<NewVerification, 'formData' | 'fileIds'>,
): boolean {
  return isToBeRead(formData, fileIds) || missingParts(config, formData, fileIds).length === 0;
}

/** Adds fields and files, and schedules the request to the source. @throws Problem when something is still missing. */
export async function submitVerification(
  command: ScopedCommand,
  row: VerificationRow,
  sent: z.output<typeof SubmitVerification>,
): Promise<VerificationRow> {
  const { tx, now, scope, requestId } = command;
  const { id, config } = row;
  const formData = { ...row.formData, ...sent.formData };
  const fileIds = [...new Set([...row.fileIds, ...sent.fileIds])];
  checkFields(config, formData);
  await checkFiles(tx, scope, sent.fileIds);
  const missing = isToBeRead(formData, fileIds) ? [] : missingParts(config, formData, fileIds);
  if (missing.length > 0) throw validationProblem(missing);
  await schedule(tx, { kind: 'source_attempt', ref: id, dueAt: now, tenantId: row.tenantId });
  return verificationRecords.act(command, 'submit', row, { formData, fileIds, requestId });
}

interface NewSession extends z.output<typeof CreateSession> {
  readonly integrationId: string;
}

/** Creates sessions, in which documents are submitted. */
export async function createSessions(
  command: ScopedCommand,
  sessions: readonly NewSession[],
): Promise<SessionRow[]> {
  const { tx, now, nextIds } = command;
  const expiresAt = new Date(now.getTime() + SESSION_MS);
  const ids = await nextIds('dvs', sessions.length);
  const kind = 'session_expiry';
  const { tenantId } = command.scope;
  await schedule(tx, ...ids.map((ref) => ({ kind, ref, dueAt: expiresAt, tenantId }) as const));
  return sessionRecords.insertAll(
    command,
    zip(ids, sessions).map(([id, session]) => ({
      ...session,
      id,
      reference: session.reference ?? id,
      expiresAt,
    })),
  );
}

/** @throws Problem naming each slug that is not a document configuration. */
export async function checkConfigSlugs(
  tx: Sql,
  scope: Scope,
  slugs: readonly string[],
): Promise<void> {
  const known = await knownConfigs(tx, scope, slugs);
  const errors = slugs.flatMap((slug, index) =>
    known.has(slug) ? [] : [unknownConfig(`documentConfigSlugs.${index}`)],
  );
  if (errors.length > 0) throw validationProblem(errors);
}

function unknownConfig(param: string): FieldProblem {
  return fieldProblem(param, { code: 'unknown', facts: { what: 'document_configuration' } });
}

/** @throws Problem 404 when the integration has no such session, 409 when it has expired, 422 when it is for other documents. */
async function findOpenSession(
  { tx, now, scope: { tenantId } }: ScopedCommand,
  id: string,
  integrationId: string,
  documentConfigSlug: string,
): Promise<SessionRow> {
  const session = await sessionRecords.find(tx, { tenantId, integrationId }, id);
  if (session.expiresAt <= now) {
    throw conflict({ reason: 'session_expired', facts: {} }, 'The session has expired.', 'expired');
  }
  const { documentConfigSlugs: slugs } = session;
  if (slugs.length === 0 || slugs.includes(documentConfigSlug)) return session;
  throw invalidField('documentConfigSlug', {
    code: 'not_in_session',
    facts: { allowed: [...slugs] },
  });
}
