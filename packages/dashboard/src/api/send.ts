import { session } from '../session/session.js';
import { ProblemError, problemOf } from './problem-error.js';

/** A request to the service. */
export interface Sent {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** A file or a form is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request with the session of this page. @throws ProblemError when it is refused, or gets no answer. */
export async function send({ method, url, body, signal }: Sent): Promise<Response> {
  const changes = method !== 'GET';
  const headers: Record<string, string> = {};
  if (changes) headers['x-csrf-token'] = session.csrfToken;
  // A repeat of this request by the browser is not a second change.
  if (changes && url.startsWith('/v1/')) headers['idempotency-key'] = newKey();
  if (body instanceof File) headers['content-type'] = body.type || 'text/csv';
  else if (body !== undefined && !(body instanceof FormData))
    headers['content-type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body: isSentAsItIs(body) ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ProblemError({
      status: 0,
      code: 'no_answer',
      detail: 'The service does not answer. Is it still running?',
    });
  }
  if (response.ok) return response;
  // The session has ended. This page says how to get a new one.
  if (response.status === 401) location.assign('/login');
  throw await problemOf(response);
}

function isSentAsItIs(body: unknown): body is File | FormData {
  return body instanceof File || body instanceof FormData;
}

// crypto.randomUUID() is there over HTTPS and on this machine only; a team may use the service over plain HTTP.
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
