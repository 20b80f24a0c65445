import { findFault, type TransferMode } from '@screening-webhooks/testing/faults';
import type { webhookAttempts } from '../../../db/schema/index.js';
import { limits } from '../../../limits/limits.js';
import { parseTarget } from '../../../outbound/target.js';
import { type FailureCause, failureCauses } from '../delivery-records.js';

/** How an attempt has ended. */
export type AttemptOutcome = Pick<
  typeof webhookAttempts.$inferSelect,
  'state' | 'responseStatus' | 'errorCode' | 'errorMessage'
>;

/** Returns why an attempt failed, in one sentence. `null` if it did not fail. */
export function whyFailed({ state, errorCode, errorMessage, responseStatus }: AttemptOutcome) {
  if (state === 'interrupted') {
    const message = 'The service stopped before the attempt had ended, so its result is not known.';
    return { code: 'interrupted', message };
  }
  if (errorCode !== null) return { code: errorCode, message: errorMessage ?? '' };
  if (state !== 'failed' || responseStatus === null) return null;
  const redirect = responseStatus >= 300 && responseStatus < 400;
  const reason = redirect ? 'redirects are not followed' : 'only a 2xx status acknowledges';
  return {
    code: 'status_not_2xx',
    message: `The receiver answered ${responseStatus}, and ${reason}.`,
  };
}

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

/** The properties of an ended attempt that decide its cause. */
export interface EndedAttempt extends AttemptOutcome {
  readonly url: string;
  /** The kind of fault that was injected. */
  readonly fault: string | null;
  /** Headers of the answer. */
  readonly location: string | null;
  readonly retryAfter: string | null;
}

export type AttemptCause = ReturnType<typeof findCause>;

/** Returns why an attempt ended as it did, with the facts. */
export function findCause(attempt: EndedAttempt) {
  const { state, url, responseStatus: status, fault, location, retryAfter } = attempt;
  const mode = (fault === null ? undefined : findFault(fault))?.transferMode ?? 'at once';
  const code = state === 'succeeded' ? 'acknowledged' : failureCause(attempt, mode);
  const parsed = parseTarget(url);
  const target = 'target' in parsed ? parsed.target : undefined;
  return {
    code,
    message: whyFailed(attempt)?.message ?? `The receiver answered ${status}.`,
    host: target?.host ?? null,
    port: target?.port ?? null,
    status,
    location: code === 'redirected' ? resolveAddress(location, url) : null,
    retryAfterSeconds: code === 'acknowledged' ? null : wholeSeconds(retryAfter),
    fault,
  } as const;
}

function resolveAddress(location: string | null, base: string): string | null {
  if (location === null || !URL.canParse(location, base)) return null;
  const { href, protocol } = new URL(location, base);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && href.length <= limits.url.most ? href : null;
}

/** Reads `Retry-After`. A date in it has no meaning on a virtual clock. */
function wholeSeconds(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
