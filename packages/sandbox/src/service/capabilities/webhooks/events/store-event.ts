import type { Command } from '../../../kernel/command.js';
import { zip } from '../../../kernel/lists.js';
import { isLongerThan, isStorable } from '../../../limits/characters.js';
import { limits } from '../../../limits/limits.js';
import { type EventRow, eventRecords } from './records.js';

/** An event of an integration, or of the account. */
export interface OwnedEvent {
  readonly type: string;
  readonly tenantId: string;
  readonly integrationId: string | null;
}

/** Something that happened to an object of its owner. */
export interface EmittedEvent extends OwnedEvent {
  readonly subjectId: string;
  /** The API request that caused the event. Default: the request that the command answers. */
  readonly requestId?: string | null | undefined;
  /** The full object at this time. */
  readonly data: object;
  /** The objects that it refers to, at this time. */
  readonly related: () => Promise<object>;
}

/** A stored event, as its deliveries need it. */
export type EventOfDelivery = Pick<EventRow, 'id' | 'type' | 'test' | 'externalId'>;

interface NewEvent {
  readonly event: EmittedEvent;
  readonly withRelated: boolean;
  readonly test: boolean;
}

/**
 * Stores events of one tenant. Their bodies are serialized here and never again: the body of four keys (spec section 6), and one
 * with `related` if an endpoint asks for it.
 *
 * @returns the events in the given order.
 */
export async function storeEvents(
  command: Command,
  stored: readonly NewEvent[],
): Promise<readonly EventOfDelivery[]> {
  const [first] = stored;
  if (!first) return [];
  const { now } = command;
  const ids = await command.nextIds('evt', stored.length);
  const rows = [];
  for (const [id, { event, withRelated, test }] of zip(ids, stored)) {
    const { type, integrationId, subjectId, data, related, requestId = command.requestId } = event;
    const envelope = { id, type, created: now.toISOString(), data };
    rows.push({
      id,
      integrationId,
      type,
      created: now,
      body: serialise(envelope),
      bodyWithRelated: withRelated ? serialise({ ...envelope, related: await related() }) : null,
      test,
      subjectId,
      externalId: readExternalId(data),
      requestId: requestId ?? null,
    });
  }
  await eventRecords.insertAll({ ...command, scope: first.event }, rows);
  return rows;
}

/** The caller's reference in the data of an event: `null` if it has none by which lists can be filtered. */
export function readExternalId(data: object): string | null {
  const sent: unknown = Reflect.get(data, 'externalId');
  // A trigger can set any value, and an index cannot hold a long text.
  if (typeof sent !== 'string' || !isStorable(sent)) return null;
  return isLongerThan(limits.reference.most, sent) ? null : sent;
}

function serialise(envelope: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(envelope));
}
