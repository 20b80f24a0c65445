import { type Derivation, type IdKind, nextId } from '../store/ids.js';
import type { Sql } from '../store/sql.js';
import { readClock } from './clock.js';
import type { ServiceUrls } from './service-urls.js';

/** A change of the service's state: one transaction, at one virtual time. */
export interface Command {
  readonly tx: Sql;
  /** Virtual time. */
  readonly now: Date;
  readonly urls: ServiceUrls;
  nextId(kind: IdKind): Promise<string>;
  /** A signing secret or an API key. */
  secretFor(prefix: string, id: string): string;
  /** A number from 0 to 1, without 1, that derives from the seed. */
  chance(purpose: string): number;
}

/** Runs a command. What it writes is committed together, or not at all. */
export type RunCommand = <Result>(body: (command: Command) => Promise<Result>) => Promise<Result>;

export function commandRunner(sql: Sql, derivation: Derivation, urls: ServiceUrls): RunCommand {
  return (body) =>
    sql.transaction(async (tx) => {
      const { now } = await readClock(tx);
      return body({
        tx,
        now,
        urls,
        nextId: (kind) => nextId(tx, derivation, kind),
        secretFor: (prefix, id) => derivation.secret(prefix, id),
        chance: (purpose) => derivation.chance(purpose),
      });
    });
}
