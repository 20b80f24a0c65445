import type { TransferMode } from '@screening-webhooks/testing/faults';
import type { Job } from '../../../kernel/command.js';

/** An attempt that is recorded and may be sent. */
export interface StartedAttempt {
  readonly id: string;
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly number: number;
  readonly trigger: 'scheduled' | 'manual' | 'test' | 'fault';
  /** The status to which a replay returns when it fails. `null` if the attempt is not a replay. */
  readonly replayOf: 'succeeded' | 'failed' | null;
  readonly url: string;
  readonly method: string;
  readonly transferMode: TransferMode;
  readonly inProcess: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly timeoutSeconds: number;
  /** The requests that a fault adds. */
  readonly also: readonly StartedAttempt[];
  readonly concurrent: boolean;
}

/** How attempts are signed and labeled. */
export interface AttemptSettings {
  readonly signatureClock: 'wall' | 'virtual';
  /** Sends the headers of the specification and no other. */
  readonly strictHeaders: boolean;
}

export function chooseTrigger(
  { kind }: Pick<Job, 'kind'>,
  { test }: { readonly test: boolean },
): Exclude<StartedAttempt['trigger'], 'fault'> {
  if (kind === 'manual_attempt') return 'manual';
  return test ? 'test' : 'scheduled';
}
