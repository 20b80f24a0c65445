import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { AllowedWhen } from '../api/allowed-when.js';
import { found } from '../api/find.js';
import { type ChangeContext, changeOperation, readOperation } from '../api/operation.js';
import { listOf, page, pageQuery, pageRange } from '../api/paging.js';
import { validationProblem } from '../api/problem.js';
import { nextState } from '../api/state-machine.js';
import { ofIntegration } from '../integrations/of-integration.js';
import { requireIntegration } from '../integrations/require-integration.js';
import { apiKeys } from '../store/schema/index.js';
import { inScope, type Scope } from '../store/scope.js';
import { createKey, type KeyRow } from './create-key.js';
import type { KeyScope } from './key-scope.js';
import { type KeyStatus, keyStates } from './states.js';
import { readUsage } from './usage.js';
import { ApiKey, ApiKeyUsage, CreateApiKey, CreatedApiKey, UpdateApiKey } from './wire.js';

const tag = 'API keys';
const params = z.object({ id: z.string() });
const visible = (scope: Scope, id: string) => and(inScope(apiKeys, scope), eq(apiKeys.id, id));

const list = readOperation({
  id: 'listApiKeys',
  path: '/v1/api-keys',
  tag,
  summary: 'List API keys',
  scopes: ['full_access'],
  shown: false,
  input: { query: z.strictObject({ ...pageQuery, integrationId: z.string().optional() }) },
  status: 200,
  returns: listOf(ApiKey).meta({ id: 'ApiKeyList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, { sql, scope }) {
    const { integrationId } = query;
    const range = pageRange(apiKeys.seq, query, { integrationId });
    const rows = await sql
      .select()
      .from(apiKeys)
      .where(and(await ofIntegration(sql, apiKeys, scope, integrationId), range.where))
      .orderBy(range.orderBy)
      .limit(range.limit);
    return page(rows, query, { integrationId }, toWire);
  },
});

const get = readOperation({
  id: 'getApiKey',
  path: '/v1/api-keys/{id}',
  tag,
  summary: 'Get an API key, without its secret',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: ApiKey,
  refuses: ['resource_not_found'],
  async handle({ params: { id } }, { sql, scope }) {
    const rows = await sql.select().from(apiKeys).where(visible(scope, id));
    return toWire(found(rows, 'API key', id));
  },
});

const create = changeOperation({
  id: 'createApiKey',
  method: 'POST',
  path: '/v1/api-keys',
  tag,
  summary: 'Create an API key, whose secret is shown once',
  scopes: ['full_access'],
  shown: false,
  input: { body: CreateApiKey },
  status: 201,
  returns: CreatedApiKey,
  refuses: ['resource_not_found', 'state_conflict'],
  async handle({ body }, context) {
    const { tx, scope } = context;
    checkOrigins(body.scope, body.allowedOrigins);
    const ofTenant = scope.integrationId === null && body.integrationId === undefined;
    const owner = {
      tenantId: scope.tenantId,
      integrationId: ofTenant ? null : await requireIntegration(tx, scope, body.integrationId),
    };
    const { row, key } = await createKey(context, owner, body);
    return { ...toWire(row), key };
  },
});

const update = changeOperation({
  id: 'updateApiKey',
  method: 'PATCH',
  path: '/v1/api-keys/{id}',
  tag,
  summary: 'Change the label or the allowed origins of an API key',
  scopes: ['full_access'],
  shown: false,
  input: { params, body: UpdateApiKey },
  status: 200,
  returns: ApiKey,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: allowedFrom(keyStates.change.from),
  async handle({ params: { id }, body }, context) {
    const row = await lockKey(context, id);
    nextState(keyStates, 'change', statusOf(row));
    checkOrigins(row.scope, body.allowedOrigins ?? []);
    const changes = {
      label: body.label ?? row.label,
      allowedOrigins: [...new Set(body.allowedOrigins ?? row.allowedOrigins)],
    };
    await context.tx.update(apiKeys).set(changes).where(eq(apiKeys.id, id));
    return toWire({ ...row, ...changes });
  },
});

const revoke = changeOperation({
  id: 'revokeApiKey',
  method: 'POST',
  path: '/v1/api-keys/{id}/revoke',
  tag,
  summary: 'Revoke an API key, at once and for good',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: ApiKey,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: allowedFrom(keyStates.revoke.from),
  async handle({ params: { id } }, context) {
    const row = await lockKey(context, id);
    nextState(keyStates, 'revoke', statusOf(row));
    const changes = { revokedAt: context.now };
    await context.tx.update(apiKeys).set(changes).where(eq(apiKeys.id, id));
    return toWire({ ...row, ...changes });
  },
});

const usage = readOperation({
  id: 'getApiKeyUsage',
  path: '/v1/api-keys/{id}/usage',
  tag,
  summary: 'Count the requests that were made with an API key',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: ApiKeyUsage,
  refuses: ['resource_not_found'],
  async handle({ params: { id } }, { sql, scope }) {
    const rows = await sql.select().from(apiKeys).where(visible(scope, id));
    const { lastUsedAt } = found(rows, 'API key', id);
    return { ...(await readUsage(sql, id)), lastUsedAt: lastUsedAt?.toISOString() ?? null };
  },
});

export const keyOperations = [list, get, create, update, revoke, usage];

async function lockKey({ tx, scope }: ChangeContext, id: string): Promise<KeyRow> {
  const rows = await tx.select().from(apiKeys).where(visible(scope, id)).for('update');
  return found(rows, 'API key', id);
}

// A key of full access must never be in a page.
function checkOrigins(scope: KeyScope, origins: readonly string[]): void {
  if (scope === 'candidate_create' || origins.length === 0) return;
  const message = 'are for keys with the scope candidate_create only';
  throw validationProblem([{ param: 'allowedOrigins', code: 'not_for_scope', message }]);
}

// The time of the revocation cannot be listed as a value.
function allowedFrom(from: readonly KeyStatus[]): AllowedWhen {
  return from.includes('revoked') ? {} : { revokedAt: [null] };
}

function statusOf({ revokedAt }: KeyRow): KeyStatus {
  return revokedAt === null ? 'active' : 'revoked';
}

function toWire(row: KeyRow): z.input<typeof ApiKey> {
  return {
    id: row.id,
    label: row.label,
    scope: row.scope,
    prefix: row.prefix,
    last4: row.last4,
    integrationId: row.integrationId,
    allowedOrigins: row.allowedOrigins,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
