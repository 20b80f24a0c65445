import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { apiKeys } from '../../db/schema/index.js';
import type { AllowedWhen } from '../../http/allowed-when.js';
import { filterOf } from '../../http/filter.js';
import { found } from '../../http/find.js';
import type { KeyScope } from '../../http/key-scope.js';
import {
  type ChangeContext,
  changeOperation,
  readOperation,
  tagged,
} from '../../http/operation.js';
import { listOf, page, pageQuery, pageRange, rowsIn } from '../../http/paging.js';
import { validationProblem } from '../../http/problem.js';
import { allow, transition } from '../../http/state-machine.js';
import { idInScope, type Scope } from '../../kernel/scope.js';
import { text } from '../../limits/bounded.js';
import { ofIntegration, requireIntegration } from '../integrations/index.js';
import { createKey, type KeyRow } from './create-key.js';
import { type KeyStatus, keyStates } from './states.js';
import { keyToWire } from './to-wire.js';
import { readUsage } from './usage.js';
import { ApiKey, ApiKeyUsage, CreateApiKey, CreatedApiKey, UpdateApiKey } from './wire.js';

const params = z.object({ id: text('id') });
const visible = (scope: Scope, id: string) => idInScope(apiKeys, scope, id);

const list = readOperation({
  id: 'listApiKeys',
  path: '/v1/api-keys',
  summary: 'List API keys',
  readsRequestLog: true,
  input: { query: z.strictObject({ ...pageQuery, integrationId: text('id').optional() }) },
  returns: listOf(ApiKey).meta({ id: 'ApiKeyList' }),
  async handle({ query }, { sql, scope }) {
    const filter = filterOf(query);
    const range = pageRange(apiKeys.seq, query, filter);
    const owned = await ofIntegration(sql, apiKeys, scope, filter.integrationId);
    const rows = await rowsIn(sql.select().from(apiKeys).$dynamic(), range, owned);
    return page(rows, query, filter, keyToWire);
  },
});

const get = readOperation({
  id: 'getApiKey',
  path: '/v1/api-keys/{id}',
  summary: 'Get an API key, without its secret',
  readsRequestLog: true,
  input: { params },
  returns: ApiKey,
  async handle({ params: { id } }, { sql, scope }) {
    const rows = await sql.select().from(apiKeys).where(visible(scope, id));
    return keyToWire(found(rows, 'API key', id));
  },
});

const create = changeOperation({
  id: 'createApiKey',
  method: 'POST',
  path: '/v1/api-keys',
  summary: 'Create an API key, whose secret is shown once',
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
    return { ...keyToWire(row), key };
  },
});

const update = changeOperation({
  id: 'updateApiKey',
  method: 'PATCH',
  path: '/v1/api-keys/{id}',
  summary: 'Change the label or the allowed origins of an API key',
  readsRequestLog: true,
  input: { params, body: UpdateApiKey },
  returns: ApiKey,
  refuses: ['state_conflict'],
  allowedWhen: allowedFrom(keyStates.actions.change.from),
  async handle({ params: { id }, body }, context) {
    const row = await lockKey(context, id);
    allow(keyStates, 'change', row);
    checkOrigins(row.scope, body.allowedOrigins ?? []);
    const changes = {
      label: body.label ?? row.label,
      allowedOrigins: [...new Set(body.allowedOrigins ?? row.allowedOrigins)],
    };
    await context.tx.update(apiKeys).set(changes).where(eq(apiKeys.id, id));
    return keyToWire({ ...row, ...changes });
  },
});

const revoke = changeOperation({
  id: 'revokeApiKey',
  method: 'POST',
  path: '/v1/api-keys/{id}/revoke',
  summary: 'Revoke an API key, at once and for good',
  readsRequestLog: true,
  input: { params },
  returns: ApiKey,
  refuses: ['state_conflict'],
  allowedWhen: allowedFrom(keyStates.actions.revoke.from),
  async handle({ params: { id } }, context) {
    const row = await lockKey(context, id);
    const changes = transition(keyStates, 'revoke', row, { revokedAt: context.now });
    await context.tx.update(apiKeys).set(changes).where(eq(apiKeys.id, id));
    return keyToWire({ ...row, ...changes });
  },
});

const usage = readOperation({
  id: 'getApiKeyUsage',
  path: '/v1/api-keys/{id}/usage',
  summary: 'Count the requests that were made with an API key',
  readsRequestLog: true,
  input: { params },
  returns: ApiKeyUsage,
  async handle({ params: { id } }, { sql, scope }) {
    const rows = await sql.select().from(apiKeys).where(visible(scope, id));
    const { lastUsedAt } = found(rows, 'API key', id);
    return { ...(await readUsage(sql, id)), lastUsedAt: lastUsedAt?.toISOString() ?? null };
  },
});

export const keyOperations = tagged('API keys', [list, get, create, update, revoke, usage]);

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
