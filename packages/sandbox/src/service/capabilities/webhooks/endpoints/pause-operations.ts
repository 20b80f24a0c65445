import { z } from 'zod';
import { changeOperation } from '../../../http/operation.js';
import { text } from '../../../limits/bounded.js';
import { pauseEndpoint, resumeEndpoint } from './pause-endpoint.js';
import { type EndpointStatus, endpointStates } from './states.js';
import { endpointToWire } from './to-wire.js';
import { ResumeWebhookEndpoint, WebhookEndpoint } from './wire.js';

const params = z.object({ id: text('id') });

const pause = changeOperation({
  id: 'pauseWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints/{id}/pause',
  summary: 'Hold the deliveries of a webhook endpoint',
  input: { params },
  returns: WebhookEndpoint,
  refuses: ['state_conflict'],
  allowedWhen: allowedFrom(endpointStates.actions.pause.from),
  async handle({ params: { id } }, context) {
    return endpointToWire(await pauseEndpoint(context, id), context.now);
  },
});

const resume = changeOperation({
  id: 'resumeWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints/{id}/resume',
  summary: 'Release the held deliveries of a webhook endpoint, oldest first, or cancel them',
  input: { params, body: ResumeWebhookEndpoint },
  returns: WebhookEndpoint,
  refuses: ['state_conflict'],
  allowedWhen: allowedFrom(endpointStates.actions.resume.from),
  async handle({ params: { id }, body: { discard } }, context) {
    return endpointToWire(await resumeEndpoint(context, id, discard), context.now);
  },
});

export const pauseOperations = [pause, resume];

function allowedFrom(from: readonly EndpointStatus[]) {
  return { paused: from.map((status) => status === 'paused') };
}
