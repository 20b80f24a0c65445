import type { Sql } from '../db/sql.js';
import type { Transact } from '../db/transact.js';
import { CLOCK_QUERY, parseClock } from './clock.js';
import type { Identity } from './identity.js';
import type { IdKind } from './ids.js';
import { only } from './lists.js';
import type { Scope } from './scope.js';

/** A change of the service's state: one transaction, at one virtual time. */
export interface Command {
  readonly tx: Sql;
  /** Virtual time. */
  readonly now: Date;
  readonly urls: ServiceUrls;
  /** True: the events that the specification marks as coming soon are emitted. */
  readonly previewEvents: boolean;
  nextId(kind: IdKind): Promise<string>;
  /** As many as are asked for, in their order, with one statement. */
  nextIds(kind: IdKind, count: number): Promise<readonly string[]>;
  /** A signing secret or an API key. */
  secretFor(prefix: string, id: string): string;
  /** A number from 0 to 1, without 1, that derives from the seed. */
  chance(purpose: string): number;
}

/** A command for somebody who may see and change the objects of a scope. */
export interface ScopedCommand extends Command {
  readonly scope: Scope;
}

/**
 * Runs a command. What it writes is committed together, or not at all. The body may run again, when the database has ended its
 * transaction for the sake of another.
 */
export type RunCommand = <Result>(body: (command: Command) => Promise<Result>) => Promise<Result>;

/** @param onCommit Called after each command that has committed. */
export function commandRunner(
  transact: Transact,
  identity: Identity,
  urls: ServiceUrls,
  previewEvents = false,
  onCommit?: () => void,
): RunCommand {
  return async (body) => {
    const result = await transact(CLOCK_QUERY, (tx, row) => {
      const nextIds: Command['nextIds'] = (kind, count) => identity.nextIds(tx, kind, count);
      return body({
        tx,
        now: parseClock(row).now,
        urls,
        previewEvents,
        nextId: async (kind) => only(await nextIds(kind, 1)),
        nextIds,
        secretFor: identity.secretFor,
        chance: identity.chance,
      });
    });
    onCommit?.();
    return result;
  };
}

export type HostedPage = 'intake' | 'dispute' | 'verify';

/** The addresses that the service hands out. */
export interface ServiceUrls {
  /** The address of the service, without a slash at the end. */
  readonly origin: string;
  /** The address of an uploaded file, valid for 30 virtual days. */
  file(fileId: string, from: Date): string;
  /** The address of the page of an invitation, an adverse action or a verification session. */
  hosted(page: HostedPage, id: string): string;
}
