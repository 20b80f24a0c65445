import type { Command } from '../../../kernel/command.js';
import { zip } from '../../../kernel/lists.js';
import { eventRecords } from './records.js';

/** Something that happened to an object of an integration, or of the account. */
export interface EmittedEvent {
  readonly type: string;
  readonly tenantId: string;
  readonly integrationId: string | null;
  readonly subjectId: string;
  /** The full object at this time. */
  readonly data: object;
  /** The objects that it refers to, at this time. */
  readonly related: () => Promise<object>;
}

interface NewEvent {
  readonly event: EmittedEvent;
  readonly withRelated: boolean;
  readonly test: boolean;
}

/**
 * Stores events of one tenant and returns their ids. Their bodies are serialised here and never again: the one of four keys (spec
 * section 6), and one with `related` where an endpoint asks for it.
 */
export async function storeEvents(
  command: Command,
  stored: readonly NewEvent[],
): Promise<readonly string[]> {
  const [first] = stored;
  if (!first) return [];
  const { now } = command;
  const ids = await command.nextIds('evt', stored.length);
  const rows = [];
  for (const [id, { event, withRelated, test }] of zip(ids, stored)) {
    const { type, integrationId, subjectId, data, related } = event;
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
    });
  }
  await eventRecords.insertAll({ ...command, scope: first.event }, rows);
  return ids;
}

function serialise(envelope: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(envelope));
}
