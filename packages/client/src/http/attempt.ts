import type { ClientSettings } from '../client-options.js';
import type { ServiceErrorCode, ServiceErrorFacts } from '../errors/service-error.js';
import { readText } from './read-text.js';
import { parseRetryAfter } from './retry-delay.js';
import type { ServiceCall, ServiceReply } from './service-call.js';

/** What came of one attempt that has no result. */
export type AttemptFailure = Omit<ServiceErrorFacts, 'call' | 'attempts' | 'idempotencyKey'>;

/** How one attempt ended. */
export type AttemptEnd =
  | { readonly ok: true; readonly reply: ServiceReply }
  | { readonly ok: false; readonly failure: AttemptFailure };

const MOST_OF_AN_ERROR = 2048;

/** Tries a call once, for at most `ms` milliseconds. Never rejects. */
export async function attempt(
  call: ServiceCall,
  settings: ClientSettings,
  ms: number,
): Promise<AttemptEnd> {
  const controller = new AbortController();
  let ended: 'timed_out' | 'aborted' | undefined;
  // A fetch that does not look at its signal must not hold the call.
  const cut = new Promise<AttemptEnd>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(failed(ended ?? 'aborted')));
  });
  const end = (reason: 'timed_out' | 'aborted') => (): void => {
    ended ??= reason;
    controller.abort();
  };
  const onAbort = end('aborted');
  const timer = setTimeout(end('timed_out'), ms);
  call.signal?.addEventListener('abort', onAbort, { once: true });
  if (call.signal?.aborted) onAbort();
  try {
    return await Promise.race([exchange(call, settings, controller.signal), cut]);
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', onAbort);
  }
}

async function exchange(
  call: ServiceCall,
  settings: ClientSettings,
  signal: AbortSignal,
): Promise<AttemptEnd> {
  const known: { status?: number; requestId?: string | undefined } = {};
  try {
    if (signal.aborted) return failed('aborted');
    const response = await settings.fetch(settings.origin + call.path + (call.query ?? ''), {
      method: call.method,
      headers: headersOf(call, settings),
      ...(call.body !== undefined && { body: call.body }),
      redirect: 'manual',
      signal,
    });
    known.status = response.status;
    known.requestId = requestIdOf(response.headers, settings);
    const text = await readText(response, settings.maxResponseBytes);
    if (text === undefined) return failed('response_too_large', known);
    if (response.ok) return parsed(text, { ...known, status: response.status });
    return failed(codeOf(response), {
      ...known,
      retryAfter: parseRetryAfter(response.headers, Date.now),
      body: settings.redact(text).slice(0, MOST_OF_AN_ERROR),
    });
  } catch (error) {
    return failed('network_failed', { ...known, systemCode: systemCodeOf(error) });
  }
}

function headersOf(call: ServiceCall, { authorization }: ClientSettings): Record<string, string> {
  return {
    accept: 'application/json',
    authorization,
    ...(call.body !== undefined && { 'content-type': 'application/json' }),
    ...(call.idempotencyKey !== undefined && { 'idempotency-key': call.idempotencyKey }),
  };
}

function parsed(
  text: string,
  known: { readonly status: number; readonly requestId?: string | undefined },
): AttemptEnd {
  const { status, requestId } = known;
  try {
    const json: unknown = text.trim() === '' ? undefined : JSON.parse(text);
    return { ok: true, reply: { status, requestId, json } };
  } catch {
    return failed('response_malformed', known);
  }
}

function failed(code: ServiceErrorCode, facts: Partial<AttemptFailure> = {}): AttemptEnd {
  return { ok: false, failure: { ...facts, code } };
}

const codeByStatus: ReadonlyMap<number, ServiceErrorCode> = new Map([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [429, 'rate_limited'],
]);

function codeOf({ status, type }: Response): ServiceErrorCode {
  // Browsers hide a redirect behind status 0.
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) return 'redirected';
  if (status >= 500) return 'service_failed';
  return codeByStatus.get(status) ?? (status >= 400 ? 'invalid_request' : 'response_malformed');
}

// How the service names a request is not shown; these are the usual ways.
function requestIdOf(headers: Headers, { redact }: ClientSettings): string | undefined {
  for (const name of ['service-request-id', 'request-id', 'x-request-id']) {
    const value = headers.get(name);
    if (value && /^[\x21-\x7e]{1,128}$/.test(value)) return redact(value);
  }
  return undefined;
}

// Only a code of the system's own, in capitals: the rest of what a fetch throws may carry the request.
function systemCodeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && /^[A-Z][A-Z_]{2,40}$/.test(at.code)) {
      return at.code;
    }
  }
  return undefined;
}
