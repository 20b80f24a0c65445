import type { Principal } from './principal.js';
import type { WriteBehind } from './write-behind.js';

export interface LoggedRequest {
  readonly id: string;
  readonly principal: Principal;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly durationMs: number;
}

export type RequestLog = WriteBehind<LoggedRequest>;
