import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { found } from '../api/find.js';
import { changeOperation, readOperation } from '../api/operation.js';
import { listOf, page, pageQuery, pageRange } from '../api/paging.js';
import type { ServiceUrls } from '../engine/service-urls.js';
import { requireIntegration } from '../integrations/require-integration.js';
import { verificationSessions } from '../store/schema/index.js';
import { inScope, ofOwner } from '../store/scope.js';
import { checkConfigSlugs, createSession, type Session } from './sessions.js';
import { CreateSession, VerificationSession } from './wire.js';

const tag = 'Document verification';

const list = readOperation({
  id: 'listVerificationSessions',
  path: '/v1/verification-sessions',
  tag,
  summary: 'List verification sessions',
  scopes: ['full_access'],
  shown: false,
  input: { query: z.strictObject(pageQuery) },
  status: 200,
  returns: listOf(VerificationSession).meta({ id: 'VerificationSessionList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, { sql, scope, now, urls }) {
    const range = pageRange(verificationSessions.seq, query, {});
    const rows = await sql
      .select()
      .from(verificationSessions)
      .where(and(ofOwner(verificationSessions, scope), range.where))
      .orderBy(range.orderBy)
      .limit(range.limit);
    return page(rows, query, {}, (row) => toWire(row, now, urls));
  },
});

const get = readOperation({
  id: 'getVerificationSession',
  path: '/v1/verification-sessions/{id}',
  tag,
  summary: 'Get a verification session',
  scopes: ['full_access'],
  shown: false,
  input: { params: z.object({ id: z.string() }) },
  status: 200,
  returns: VerificationSession,
  refuses: ['resource_not_found'],
  async handle({ params: { id } }, { sql, scope, now, urls }) {
    const rows = await sql
      .select()
      .from(verificationSessions)
      .where(and(inScope(verificationSessions, scope), eq(verificationSessions.id, id)));
    return toWire(found(rows, 'verification session', id), now, urls);
  },
});

const create = changeOperation({
  id: 'createVerificationSession',
  method: 'POST',
  path: '/v1/verification-sessions',
  tag,
  summary: 'Create a verification session',
  scopes: ['full_access'],
  shown: false,
  input: { body: CreateSession },
  status: 201,
  returns: VerificationSession,
  refuses: ['resource_not_found', 'state_conflict'],
  async handle({ body }, context) {
    const integrationId = await requireIntegration(context.tx, context.scope, body.integrationId);
    await checkConfigSlugs(context.tx, body.documentConfigSlugs);
    const session = await createSession(context, { ...body, integrationId });
    return toWire(session, context.now, context.urls);
  },
});

export const sessionOperations = [list, get, create];

function toWire(row: Session, now: Date, urls: ServiceUrls): z.input<typeof VerificationSession> {
  return {
    id: row.id,
    integrationId: row.integrationId,
    reference: row.reference,
    documentConfigSlugs: row.documentConfigSlugs,
    status: row.expiresAt > now ? 'open' : 'expired',
    url: urls.hosted('verify', row.id),
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}
