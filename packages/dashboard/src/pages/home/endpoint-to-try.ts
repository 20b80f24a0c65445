import type { Item } from '../../api/operations.js';

type Endpoint = Pick<Item<'listWebhookEndpoints'>, 'eventTypes'>;

/** The endpoint that gets the first event: one that subscribes to a type, so that the event is one that it expects. */
export function endpointToTry<E extends Endpoint>(endpoints: readonly E[]): E | undefined {
  return endpoints.find(({ eventTypes }) => eventTypes.length > 0) ?? endpoints[0];
}
