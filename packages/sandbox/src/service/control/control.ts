import type { Engine } from '../engine/engine.js';
import { type Handled, type InputShape, preparing } from '../http/operation.js';
import { Problem } from '../http/problem.js';
import type { RawInput } from '../http/read-input.js';
import type { RequestLog } from '../http/run-operation.js';
import type { ServiceParts } from '../kernel/service-parts.js';
import type { AddressPolicy } from '../outbound/guard.js';

export interface ControlContext extends Pick<ServiceParts, 'sql' | 'runCommand'> {
  /** The tenant that the session of the dashboard acts as. With the control token, it is the account. */
  readonly tenantId: string;
  readonly engine: Engine;
  /** The addresses that an endpoint may have. */
  readonly policy: AddressPolicy;
  readonly log: Pick<RequestLog, 'flush'>;
  /** Whether the clock and the state may be set, which other processes would not expect. */
  readonly movesClock: boolean;
  /** Whether others use the service. Then a revoked key stays revoked, whatever is restored. */
  readonly isForOthers: boolean;
  /** Makes the next start forget all present sessions of the dashboard. */
  readonly forgetSessions: () => void;
  /** The number of the last request id, which snapshots keep. */
  readonly requestIds: { readonly count: () => number; restart(count: number): void };
}

/** A row of the table of controls: the real service has none of them. */
export interface Control {
  /** The name of its form in the dashboard. Absent if it has no form. */
  readonly id?: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/_sandbox${string}`;
  readonly summary: string;
  readonly status: 200 | 201;
  /** The answer has a secret, which no intermediary may store. */
  readonly secret?: true;
  /** Sets the clock or the state for all who use the service. */
  readonly movesClock: boolean;
  /**
   * Checks a request, and returns the function that runs it. Its result is sent as JSON, where a Date is ISO 8601.
   *
   * @throws Problem naming every fault.
   */
  readonly prepare: (input: RawInput) => (context: ControlContext) => Promise<unknown>;
}

/** Makes a control. Its status is 200, and it does not move the clock, unless the row says so. */
export function control<Shape extends InputShape>(
  row: Handled<Shape, ControlContext, unknown> &
    Pick<Control, 'method' | 'path' | 'summary'> &
    Partial<Pick<Control, 'id' | 'status' | 'secret' | 'movesClock'>>,
): Control {
  return { status: 200, movesClock: false, ...row, prepare: preparing(row) };
}

/** Returns a row without the number that orders it, which callers do not see. */
export function omitSeq<Row extends { readonly seq: number }>({ seq: _seq, ...row }: Row) {
  return row;
}

/** Refuses a change of the clock or the state for all who share a database. */
export function controlsDisabled(): Problem {
  return new Problem(
    'controls_disabled',
    'Several processes may work on this database. Start the service with --controls to use this.',
  );
}
