import type { Sql } from '../db/sql.js';
import type { RunCommand, ServiceUrls } from '../kernel/command.js';
import type { CommitSignal } from '../kernel/commit-signal.js';
import type { OpenStreams } from './open-streams.js';
import type { Authenticate } from './principal.js';
import type { RateLimit } from './rate-limit.js';
import type { RequestLog } from './request-log.js';

export interface ApiDependencies {
  readonly sql: Sql;
  readonly authenticate: Authenticate;
  readonly runCommand: RunCommand;
  readonly rateLimit: RateLimit;
  readonly log: RequestLog;
  readonly nextRequestId: () => string;
  readonly urls: ServiceUrls;
  readonly previewEvents: boolean;
  readonly streams: OpenStreams;
  /** Wakes the streams. */
  readonly commits: CommitSignal;
  /**
   * Answers a call of an operation, unless a fault that is set answers in its place, or comes before it.
   *
   * @throws ConnectionResetError which the listener turns into the end of the connection.
   */
  readonly withFault: (operationId: string, answer: () => Promise<Response>) => Promise<Response>;
  /** Called with each answer. Undefined: the path and method of the request are of no operation. */
  readonly countAnswer: (operationId: string | undefined, status: number) => void;
  readonly onError: (error: unknown) => void;
}
