import { events } from '../../../db/schema/index.js';
import type { Command } from '../../../kernel/command.js';

/** Something that happened to an object of an integration, or of the account. */
export interface EmittedEvent {
  readonly type: string;
  readonly tenantId: string;
  readonly integrationId: string | null;
  /** The id of the object. */
  readonly subjectId: string;
  /** The full object at this time. */
  readonly data: object;
  /** What the object refers to, at this time. */
  readonly related: () => Promise<object>;
}

/** Which bodies are needed, and for what. */
interface StoredAs {
  readonly withRelated: boolean;
  readonly test: boolean;
}

/**
 * Stores an event and returns its id. Its bodies are serialised here and never again: that of four keys (spec section 6), and
 * where an endpoint asks for it the same with `related`.
 */
export async function storeEvent(
  { tx, now, nextId }: Command,
  { type, tenantId, integrationId, subjectId, data, related }: EmittedEvent,
  { withRelated, test }: StoredAs,
): Promise<string> {
  const id = await nextId('evt');
  const envelope = { id, type, created: now.toISOString(), data };
  await tx.insert(events).values({
    id,
    tenantId,
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
