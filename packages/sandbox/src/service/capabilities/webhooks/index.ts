export {
  createDeliveries,
  emitEvent,
  emitEvents,
  emitPreviewEvent,
} from './deliveries/emit-event.js';
export { deliveryOperations } from './deliveries/operations.js';
export { readDelivery } from './deliveries/read-delivery.js';
export type { SendAttempt } from './deliveries/run-attempt.js';
export { sendInProcess } from './deliveries/send-in-process.js';
export {
  Recovery,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
} from './deliveries/wire.js';
export { deliveryStatuses } from './delivery-records.js';
export { defaultRetryPolicy, signingSecrets } from './endpoints/attempt-rules.js';
export { deleteIntegrationEndpoints } from './endpoints/held-deliveries.js';
export { endpointOperations } from './endpoints/operations.js';
export { type EndpointRow, endpointRecords } from './endpoints/records.js';
export { firstSecret } from './endpoints/save-endpoint.js';
export {
  DeletedWebhookEndpoint,
  SigningSecrets,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from './endpoints/wire.js';
export { documentEventTypes, eventTypes } from './events/event-types.js';
export { eventOperations } from './events/operations.js';
export { eventIdsOfRequest } from './events/records.js';
export { readExternalId } from './events/store-event.js';
export { StoredEvent } from './events/wire.js';
export { webhookEndings, webhookJobs } from './jobs.js';
export { awaitListens } from './listen-records.js';
export {
  BeginListen,
  beginListen,
  endListen,
  keepEndpointAt,
  watchListens,
} from './listens.js';
