import type { EventEnvelope, Handler } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import { postgresStore } from '../../src/index.js';
import { type TestDatabase, useTestDatabase } from './server.js';

/** An event with an id that no other event has. */
export function newEvent(): EventEnvelope {
  return fixture('document_verification.recorded', { id: `evt_${crypto.randomUUID()}` });
}

/** Runs a handler as a receiver would. */
export async function run(
  handler: Handler<EventEnvelope>,
  event: EventEnvelope,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  await handler(event, { signal, framework: undefined });
}

/** A database with the table of the store and one of effects. */
export interface EffectsDatabase extends TestDatabase {
  /** The number of effects of an event. */
  readonly effectsOf: (id: string) => Promise<number>;
}

/** The same for the tests of the `describe` that calls this. */
export function useEffectsDatabase(): EffectsDatabase {
  const database = useTestDatabase(async ({ pool, admin }) => {
    await postgresStore(pool()).migrate();
    await admin('CREATE TABLE effects (event text)');
  });
  const effectsOf = async (id: string): Promise<number> =>
    (await database.admin('SELECT 1 FROM effects WHERE event = $1', [id])).length;
  return Object.assign(database, { effectsOf });
}
