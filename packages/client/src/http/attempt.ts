import type { ClientSettings } from '../client-options.js';
import type { ServiceErrorCode, ServiceErrorDetails } from '../errors/service-error.js';
import { readText } from './read-text.js';
import { parseRetryAfter } from './retry-delay.js';
import type { ServiceCall, ServiceResponse } from './service-call.js';

/** Why one attempt failed. */
export type AttemptFailure = Omit<ServiceErrorDetails, 'call' | 'attempts' | 'idempotencyKey'>;

/** The result of one attempt. */
export type AttemptResult =
  | { readonly ok: true; readonly response: ServiceResponse }
  | { readonly ok: false; readonly failure: AttemptFailure };

const MAX_ERROR_BODY_LENGTH = 2048;

/** Sends a call once, with a time limit of `ms` milliseconds. Never rejects. */
export async function attempt(
  call: ServiceCall,
  settings: ClientSettings,
  ms: number,
): Promise<AttemptResult> {
  const controller = new AbortController();
  let abortCode: 'timed_out' | 'aborted' | undefined;
  // Raced with the request, because a custom fetch may ignore its signal.
  const interrupted = new Promise<AttemptResult>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(failed(abortCode ?? 'aborted')));
  });
  const abortWith = (code: 'timed_out' | 'aborted') => (): void => {
    abortCode ??= code;
    controller.abort();
  };
  const onAbort = abortWith('aborted');
  const timer = setTimeout(abortWith('timed_out'), ms);
  call.signal?.addEventListener('abort', onAbort, { once: true });
  if (call.signal?.aborted) onAbort();
  try {
    return await Promise.race([sendRequest(call, settings, controller.signal), interrupted]);
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', onAbort);
  }
}

async function sendRequest(
  call: ServiceCall,
  settings: ClientSettings,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const details: { status?: number; requestId?: string | undefined } = {};
  try {
    if (signal.aborted) return failed('aborted');
    const response = await settings.fetch(settings.baseUrl + call.path + (call.query ?? ''), {
      method: call.method,
      headers: requestHeaders(call, settings),
      ...(call.body !== undefined && { body: call.body }),
      redirect: 'manual',
      signal,
    });
    details.status = response.status;
    details.requestId = requestIdOf(response.headers, settings);
    const text = await readText(response, settings.maxResponseBytes);
    if (text === undefined) return failed('response_too_large', details);
    if (response.ok) return parseBody(text, { ...details, status: response.status });
    return failed(errorCodeOf(response), {
      ...details,
      retryAfter: parseRetryAfter(response.headers, Date.now),
      body: settings.redact(text).slice(0, MAX_ERROR_BODY_LENGTH),
    });
  } catch (error) {
    return failed('network_failed', { ...details, systemCode: systemCodeOf(error) });
  }
}

function requestHeaders(
  call: ServiceCall,
  { authorization }: ClientSettings,
): Record<string, string> {
  return {
    accept: 'application/json',
    authorization,
    ...(call.body !== undefined && { 'content-type': 'application/json' }),
    ...(call.idempotencyKey !== undefined && { 'idempotency-key': call.idempotencyKey }),
  };
}

function parseBody(
  text: string,
  details: { readonly status: number; readonly requestId?: string | undefined },
): AttemptResult {
  const { status, requestId } = details;
  try {
    const json: unknown = text.trim() === '' ? undefined : JSON.parse(text);
    return { ok: true, response: { status, requestId, json } };
  } catch {
    return failed('response_malformed', details);
  }
}

function failed(code: ServiceErrorCode, details: Partial<AttemptFailure> = {}): AttemptResult {
  return { ok: false, failure: { ...details, code } };
}

const codeByStatus: ReadonlyMap<number, ServiceErrorCode> = new Map([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [429, 'rate_limited'],
]);

function errorCodeOf({ status, type }: Response): ServiceErrorCode {
  // Browsers report a redirect as type `opaqueredirect` with status 0.
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) return 'redirected';
  if (status >= 500) return 'service_failed';
  return codeByStatus.get(status) ?? (status >= 400 ? 'invalid_request' : 'response_malformed');
}

// The specification does not name the request id header; these are the usual names.
function requestIdOf(headers: Headers, { redact }: ClientSettings): string | undefined {
  for (const name of ['service-request-id', 'request-id', 'x-request-id']) {
    const value = headers.get(name);
    if (value && /^[\x21-\x7e]{1,128}$/.test(value)) return redact(value);
  }
  return undefined;
}

// Only codes in the form of the system's own (ECONNREFUSED): the other properties of the error may contain the request.
function systemCodeOf(error: unknown): string | undefined {
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < 4; depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && /^[A-Z][A-Z_]{2,40}$/.test(cause.code))
      return cause.code;
    cause = cause.cause;
  }
  return undefined;
}
