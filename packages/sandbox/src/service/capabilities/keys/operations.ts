import { z } from 'zod';
import { collection } from '../../http/collection.js';
import { changeOperation, readOperation, tagged } from '../../http/operation.js';
import type { KeyScope } from '../../http/principal.js';
import { invalidField } from '../../http/problem.js';
import { requireQuota } from '../../http/tenant-quota.js';
import { text } from '../../limits/bounded.js';
import { removeKeyId, requireIntegration } from '../integrations/index.js';
import { createKey } from './authenticate.js';
import { boundedKeys, keyRecords, readUsage } from './records.js';
import {
  ApiKey,
  ApiKeyUsage,
  CreateApiKey,
  CreatedApiKey,
  createdKeyToWire,
  keyToWire,
  UpdateApiKey,
} from './wire.js';

const keys = collection({
  path: '/v1/api-keys',
  of: keyRecords,
  item: ApiKey,
  toWire: (rows) => rows.map(keyToWire),
});

const create = changeOperation({
  id: 'createApiKey',
  method: 'POST',
  path: '/v1/api-keys',
  summary: 'Create an API key; its secret is shown once',
  input: { body: CreateApiKey },
  status: 201,
  returns: CreatedApiKey,
  secret: true,
  refuses: ['resource_not_found', 'state_conflict'],
  async handle({ body }, context) {
    const { tx, scope } = context;
    checkOrigins(body.scope, body.allowedOrigins);
    await requireQuota(context, boundedKeys);
    const isForTenant = scope.integrationId === null && body.integrationId === undefined;
    const owner = {
      tenantId: scope.tenantId,
      integrationId: isForTenant ? null : await requireIntegration(tx, scope, body.integrationId),
    };
    const { row, key } = await createKey(context, owner, body);
    return createdKeyToWire(row, key);
  },
});

const usage = readOperation({
  id: 'getApiKeyUsage',
  path: '/v1/api-keys/{id}/usage',
  summary: 'Get the usage of an API key',
  readsRequestLog: true,
  input: { params: z.object({ id: text('id') }) },
  returns: ApiKeyUsage,
  async handle({ params: { id } }, { sql, scope }) {
    const { lastUsedAt } = await keyRecords.find(sql, scope, id);
    return { ...(await readUsage(sql, id)), lastUsedAt };
  },
});

export const keyOperations = tagged('API keys', [
  keys.list({
    id: 'listApiKeys',
    summary: 'List API keys',
    readsRequestLog: true,
    filters: { integrationId: text('id') },
  }),

  keys.get({
    id: 'getApiKey',
    summary: 'Get an API key, without its secret',
    readsRequestLog: true,
  }),

  create,

  keys.change('change', {
    id: 'updateApiKey',
    summary: 'Update the label or the allowed origins of an API key',
    readsRequestLog: true,
    body: UpdateApiKey,
    async run(context, row, { label, allowedOrigins = row.allowedOrigins }) {
      checkOrigins(row.scope, allowedOrigins);
      const changes = { label, allowedOrigins: [...new Set(allowedOrigins)] };
      return keyRecords.save(context, row, changes);
    },
  }),

  keys.act('revoke', {
    id: 'revokeApiKey',
    summary: 'Revoke an API key immediately and permanently',
    readsRequestLog: true,
    async run(context, row) {
      if (row.integrationId !== null) await removeKeyId(context.tx, row.integrationId, row.id);
      return keyRecords.act(context, 'revoke', row, { revokedAt: context.now });
    },
  }),

  usage,
]);

// A key with full access must never be in a web page.
function checkOrigins(scope: KeyScope, origins: readonly string[]): void {
  if (scope === 'candidate_create' || origins.length === 0) return;
  throw invalidField('allowedOrigins', { code: 'not_for_scope', facts: {} });
}
