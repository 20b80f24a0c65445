import type { OnEvent } from '../config/service-config.js';
import type { Sql } from '../db/sql.js';
import type { RunCommand } from './command.js';

/** What everything that answers requests of a service is given. */
export interface ServiceParts {
  readonly sql: Sql;
  /** Runs a command. The streams are told when it has committed, and the engine is woken if it has work then. */
  readonly runCommand: RunCommand;
  readonly nextRequestId: () => string;
  /** Ends the waits. */
  readonly closing: AbortSignal;
  readonly onError: (error: unknown) => void;
  readonly onEvent: OnEvent;
}
