import { z } from 'zod';
import type { AllowedWhen } from '../../http/allowed-when.js';
import type { KeyScope } from '../../http/key-scope.js';
import { listOperation } from '../../http/list-operation.js';
import { changeOperation, readOperation, tagged } from '../../http/operation.js';
import { validationProblem } from '../../http/problem.js';
import { allow, transition } from '../../http/state-machine.js';
import { text } from '../../limits/bounded.js';
import { requireIntegration } from '../integrations/index.js';
import { createKey } from './create-key.js';
import { keyRecords } from './records.js';
import { type KeyStatus, keyStates } from './states.js';
import { keyToWire } from './to-wire.js';
import { readUsage } from './usage.js';
import { ApiKey, ApiKeyUsage, CreateApiKey, CreatedApiKey, UpdateApiKey } from './wire.js';

const params = z.object({ id: text('id') });

const list = listOperation({
  id: 'listApiKeys',
  path: '/v1/api-keys',
  summary: 'List API keys',
  readsRequestLog: true,
  of: keyRecords,
  item: ApiKey,
  filters: { integrationId: text('id') },
  toWire: (rows) => rows.map(keyToWire),
});

const get = readOperation({
  id: 'getApiKey',
  path: '/v1/api-keys/{id}',
  summary: 'Get an API key, without its secret',
  readsRequestLog: true,
  input: { params },
  returns: ApiKey,
  async handle({ params: { id } }, { sql, scope }) {
    return keyToWire(await keyRecords.find(sql, scope, id));
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
  secret: true,
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
    const row = await keyRecords.lock(context.tx, context.scope, id);
    allow(keyStates, 'change', row);
    checkOrigins(row.scope, body.allowedOrigins ?? []);
    const changes = {
      label: body.label ?? row.label,
      allowedOrigins: [...new Set(body.allowedOrigins ?? row.allowedOrigins)],
    };
    return keyToWire(await keyRecords.save(context, row, changes));
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
    const row = await keyRecords.lock(context.tx, context.scope, id);
    const changes = transition(keyStates, 'revoke', row, { revokedAt: context.now });
    return keyToWire(await keyRecords.save(context, row, changes));
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
    const { lastUsedAt } = await keyRecords.find(sql, scope, id);
    return { ...(await readUsage(sql, id)), lastUsedAt: lastUsedAt?.toISOString() ?? null };
  },
});

export const keyOperations = tagged('API keys', [list, get, create, update, revoke, usage]);

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
