import type { Sql } from '../db/sql.js';
import type { RunCommand } from '../kernel/command.js';
import type { HostedLinks } from './hosted-links.js';

/** The dependencies of the pages for candidates. */
export interface HostedDependencies {
  readonly sql: Sql;
  /** Runs a command, and wakes the engine when it has committed. */
  readonly runCommand: RunCommand;
  readonly pages: HostedLinks;
  /** The address of the service, under which candidates reach the pages. */
  readonly origin: string;
  readonly onError: (error: unknown) => void;
}
