import { createReceiver, type Receiver } from '@screening-webhooks/core';
import { postgresStore } from '@screening-webhooks/postgres';
import { type PostgresInbox, postgresInbox } from '@screening-webhooks/postgres/inbox';
import type { Database } from './open-database.js';
import { screeningHandlers, verificationsTable } from './verifications.js';

/** The inbox and the receiver, the same in both processes. */
export interface Screening {
  readonly inbox: PostgresInbox;
  readonly receiver: Receiver;
}

/** Creates missing tables, the inbox and the receiver. */
export async function openScreening(database: Database): Promise<Screening> {
  const { SCREENING_SECRET = '', WORK_MS = '500' } = process.env;
  const inbox = postgresInbox(database.client, {
    orderBy: 'verificationId',
    // After this, another worker takes over the events of a killed one.
    lease: 5000,
    onError: (error) => console.error('worker', error.message),
  });
  const receiver = createReceiver({
    secret: SCREENING_SECRET,
    inbox,
    handlers: screeningHandlers(database, { workMs: Number(WORK_MS), log: console.log }),
    observe: ({ event, outcome }) => console.log(event?.id ?? 'no event', outcome.kind),
  });
  await inbox.migrate();
  // For the rows of `transactional`.
  await postgresStore(database.client).migrate();
  await database.query(verificationsTable, []);
  return { inbox, receiver };
}
