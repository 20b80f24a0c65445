import { z } from 'zod';
import { listOperation } from '../../http/list-operation.js';
import { changeOperation, readOperation, tagged } from '../../http/operation.js';
import type { ServiceUrls } from '../../kernel/service-urls.js';
import { text } from '../../limits/bounded.js';
import { requireIntegration } from '../integrations/index.js';
import { sessionRecords } from './records.js';
import { checkConfigSlugs, createSession, type Session } from './sessions.js';
import { CreateSession, VerificationSession } from './wire.js';

const list = listOperation({
  id: 'listVerificationSessions',
  path: '/v1/verification-sessions',
  summary: 'List verification sessions',
  of: sessionRecords,
  item: VerificationSession,
  toWire: (rows, { now, urls }) => rows.map((row) => toWire(row, now, urls)),
});

const get = readOperation({
  id: 'getVerificationSession',
  path: '/v1/verification-sessions/{id}',
  summary: 'Get a verification session',
  input: { params: z.object({ id: text('id') }) },
  returns: VerificationSession,
  async handle({ params: { id } }, { sql, scope, now, urls }) {
    return toWire(await sessionRecords.find(sql, scope, id), now, urls);
  },
});

const create = changeOperation({
  id: 'createVerificationSession',
  method: 'POST',
  path: '/v1/verification-sessions',
  summary: 'Create a verification session',
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

export const sessionOperations = tagged('Document verification', [list, get, create]);

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
