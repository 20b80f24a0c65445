import type { Command } from '../../../kernel/command.js';
import { eventRecords } from './records.js';

/** Something that happened to an object of an integration, or of the account. */
export interface EmittedEvent {
  readonly type: string;
  readonly tenantId: string;
  readonly integrationId: string | null;
  /** The id of the object. */
  readonly subjectId: string;
  /** The full object at this time. */
  readonly data: object;
  /** The objects that it refers to, at this time. */
  readonly related: () => Promise<object>;
}

/**
 * Stores an event and returns its id. Its bodies are serialised here and never again: the one of four keys (spec section 6), and
 * one with `related` where an endpoint asks for it.
 */
export async function storeEvent(
  command: Command,
  { type, tenantId, integrationId, subjectId, data, related }: EmittedEvent,
  { withRelated, test }: { readonly withRelated: boolean; readonly test: boolean },
): Promise<string> {
  const { now } = command;
  const id = await command.nextId('evt');
  const envelope = { id, type, created: now.toISOString(), data };
  const owned = { ...command, scope: { tenantId, integrationId } };
  await eventRecords.insert(owned, {
    id,
    integrationId,
    type,
    created: now,
    body: serialise(envelope),
    bodyWithRelated: withRelated ? serialise({ ...envelope, related: await related() }) : null,
    test,
    subjectId,
  });
  return id;
}

function serialise(envelope: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(envelope));
}
