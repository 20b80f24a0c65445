import type { TransferMode } from '@screening-webhooks/testing/faults';
import { type FailureCause, failureCauses } from '../delivery-records.js';
import type { AttemptOutcome } from './why-failed.js';

const byStatus: ReadonlyMap<number, FailureCause> = new Map([
  [400, 'bad_request'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [413, 'too_large'],
  [415, 'unsupported_media_type'],
  [429, 'rate_limited'],
]);

/** The error codes of a fault that does not take the answer. */
const ofFaults = ['cut_off', 'connection_reset', 'timeout'];
const endsEarly: readonly TransferMode[] = ['cut off', 'hang up', 'ignore the answer'];

/** The cause of an attempt that has failed or was interrupted. @param mode How its body was sent: a fault may not take the answer. */
export function failureCause(
  { state, responseStatus, errorCode }: AttemptOutcome,
  mode: TransferMode,
): FailureCause {
  if (state === 'interrupted' || errorCode === 'aborted') return 'interrupted';
  if (errorCode === null) return causeOfStatus(responseStatus ?? 0);
  if (errorCode === 'cut_off' || (endsEarly.includes(mode) && ofFaults.includes(errorCode))) {
    return 'fault_injected';
  }
  return failureCauses.find((cause) => cause === errorCode) ?? 'connection_failed';
}

function causeOfStatus(status: number): FailureCause {
  if (status >= 300 && status < 400) return 'redirected';
  return byStatus.get(status) ?? (status >= 400 && status < 500 ? 'client_error' : 'server_error');
}
