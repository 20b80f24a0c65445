import type { OnEvent } from '../config/service-config.js';
import type { Sql } from '../db/sql.js';
import type { RunCommand } from './command.js';

/** The parts that every handler of requests of a service gets. */
export interface ServiceParts {
  readonly sql: Sql;
  /** Runs a command. When it has committed, the streams are notified, and the engine is woken if it has work. */
  readonly runCommand: RunCommand;
  readonly nextRequestId: () => string;
  /** Ends waits when the service stops. */
  readonly closing: AbortSignal;
  readonly onError: (error: unknown) => void;
  readonly onEvent: OnEvent;
}
