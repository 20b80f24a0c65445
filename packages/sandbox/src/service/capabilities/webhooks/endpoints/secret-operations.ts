import { z } from 'zod';
import { changeOperation, readOperation } from '../../../http/operation.js';
import { text } from '../../../limits/bounded.js';
import { endpointRecords } from './records.js';
import { rollSecret } from './roll-secret.js';
import { previousSecret } from './signing-secrets.js';
import { endpointToWire } from './to-wire.js';
import { RollSecret, SigningSecrets, WebhookEndpointWithSecret } from './wire.js';

const params = z.object({ id: text('id') });

const reveal = readOperation({
  id: 'revealWebhookEndpointSecret',
  path: '/v1/webhook-endpoints/{id}/secret',
  summary: 'Reveal the signing secrets of a webhook endpoint',
  input: { params },
  returns: SigningSecrets,
  secret: true,
  async handle({ params: { id } }, { sql, scope, now }) {
    const row = await endpointRecords.find(sql, scope, id);
    const previous = previousSecret(row, now);
    return {
      secret: row.secret,
      previousSecret: previous?.secret ?? null,
      previousSecretExpiresAt: previous?.expiresAt.toISOString() ?? null,
    };
  },
});

const roll = changeOperation({
  id: 'rollWebhookEndpointSecret',
  method: 'POST',
  path: '/v1/webhook-endpoints/{id}/roll-secret',
  summary: 'Give a webhook endpoint a new signing secret',
  input: { params, body: RollSecret },
  returns: WebhookEndpointWithSecret,
  secret: true,
  refuses: ['roll_in_progress'],
  async handle({ params: { id }, body }, context) {
    const row = await rollSecret(context, id, body);
    return { ...endpointToWire(row, context.now), secret: row.secret };
  },
});

export const secretOperations = [reveal, roll];
