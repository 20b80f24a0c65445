import type { WorkableInbox } from '@screening-webhooks/core';
import { type Damage, dedupeStoreContract, inboxContract } from '@screening-webhooks/testing';
import { it } from 'vitest';
import type { SqlInboxOptions, SqlStore } from './sql-under-test.js';

// No lease expires while a case runs, however slow the machine is.
const LEASE = 600_000;

/**
 * The contract of stores, for one in a table.
 *
 * @param age Makes everything in the table so many milliseconds older: the clock of a server cannot be moved.
 * @param lock Locks the row of a key, until the returned function is called.
 */
export function storeContractSuite(
  store: () => SqlStore,
  age: (ms: number) => Promise<void>,
  lock?: (key: string) => Promise<() => Promise<unknown>>,
): void {
  const contract = dedupeStoreContract({
    lease: LEASE,
    create: store,
    wait: age,
    ...(lock && { lock }),
  });
  // One after the other: a wait ages the keys of all cases.
  for (const { name, run } of contract) it(name, run);
}

/** An inbox in tables, on two clients in place of two processes. */
export interface ContractInbox {
  readonly open: (
    process: 0 | 1,
    options: SqlInboxOptions,
  ) => WorkableInbox & { readonly migrate: () => Promise<void> };
  /** Runs a statement outside the inbox. */
  readonly run: (text: string) => Promise<unknown>;
  /** A statement for each damage, without its WHERE. */
  readonly damages: Readonly<Record<Damage, string>>;
  /** Locks the rows of an event of this condition, until the returned function is called. */
  readonly lock?: (condition: string) => Promise<() => Promise<unknown>>;
}

let cases = 0;

/** The contract of inboxes, for one in tables. Each case has its own queue, so the cases may run concurrently. */
export function inboxContractSuite({ open, run, damages, lock }: ContractInbox): void {
  const contract = inboxContract({
    timeout: 60_000,
    damages: ['gone', 'unreadable', 'ended by hand'],
    locks: lock !== undefined,
    async create(options) {
      cases += 1;
      const own: SqlInboxOptions = {
        ...options,
        name: `case-${cases}`,
        pollInterval: 20,
        timeout: 60_000,
        // They are dead letters, and locked rows, of the contract.
        onError: () => {},
      };
      const inbox = open(0, own);
      await inbox.migrate();
      const isStored = (id: string) => `inbox = '${own.name}' AND event_id = '${id}'`;
      return {
        inbox,
        reopen: () => open(1, own),
        damage: (id, how) => run(`${damages[how]} WHERE ${isStored(id)}`),
        ...(lock && { lock: (id) => lock(isStored(id)) }),
      };
    },
  });
  it.concurrent.each(contract)('$name', ({ run: runCase }) => runCase());
}
