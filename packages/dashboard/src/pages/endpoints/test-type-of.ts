import type { Item } from '../../api/operations.js';

/** The type of a test event for an endpoint: one that it subscribes to, or else one that its owner has. */
export function testTypeOf(
  { eventTypes, owner }: Pick<Item<'listWebhookEndpoints'>, 'eventTypes' | 'owner'>,
  known: readonly Item<'listEventTypes'>[],
): string | undefined {
  return eventTypes[0] ?? known.find(({ scope }) => scope === owner.type)?.type;
}
