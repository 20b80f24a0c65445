import { findFault } from '@screening-webhooks/testing/faults';
import { limits } from '../../../limits/limits.js';
import { parseTarget } from '../../../outbound/target.js';
import { failureCause } from './failure-cause.js';
import { type AttemptOutcome, whyFailed } from './why-failed.js';

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
