import { setTimeout as sleep } from 'node:timers/promises';
import type { EventOf, Handlers } from '@screening-webhooks/core';
import { transactional } from '@screening-webhooks/postgres';
import type { Database } from './open-database.js';

type Verification = EventOf<
  | 'document_verification.completed'
  | 'document_verification.failed'
  | 'document_verification.recorded'
>;

/** Created beside the tables of the inbox. Each row counts the writes of its event: always one. */
export const verificationsTable = `
  CREATE TABLE IF NOT EXISTS verifications (
    event text PRIMARY KEY, external_id text NOT NULL, result text NOT NULL, writes int NOT NULL
  )`;

/**
 * The worker's handler: slow work that may run again after a crash, and then a write to the database that happens once.
 */
export function screeningHandlers(
  { client }: Database,
  { workMs, log }: { readonly workMs: number; readonly log: (line: string) => void },
): Handlers {
  // Short, because a transaction of PGlite blocks every `store`.
  const write = transactional(client, async ({ id, type, data }: Verification, { tx }) => {
    await tx.query(
      `INSERT INTO verifications VALUES ($1, $2, $3, 1)
       ON CONFLICT (event) DO UPDATE SET writes = verifications.writes + 1`,
      [id, data.externalId, type.replace('document_verification.', '')],
    );
  });
  const handle: typeof write = async (event, context) => {
    log(`${event.id} begins`);
    await sleep(workMs, undefined, { signal: context.signal });
    await write(event, context);
    log(`${event.id} is done`);
  };
  return {
    'document_verification.completed': handle,
    'document_verification.failed': handle,
    'document_verification.recorded': handle,
  };
}
