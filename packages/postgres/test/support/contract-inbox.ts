import type { ContractInbox } from 'screening-webhooks-test-support/stores/contract-suites';
import { postgresInbox } from '../../src/inbox/index.js';
import type { PostgresClient } from '../../src/index.js';

export const EVENTS = 'screening_webhook_inbox.inbox_events';
export const LINES = 'screening_webhook_inbox.inbox_lines';

/** An inbox for its contract, on two clients. */
export function contractInbox(
  clients: () => readonly [one: PostgresClient, other: PostgresClient],
  run: (text: string) => Promise<unknown>,
): ContractInbox {
  return {
    open: (process, options) => postgresInbox(clients()[process], options),
    run,
    damages: {
      gone: `DELETE FROM ${EVENTS}`,
      unreadable: `UPDATE ${EVENTS} SET event = '{'`,
      'ended by hand': `UPDATE ${EVENTS} SET ended_at = now()`,
    },
  };
}
