import { session } from '../session/session.js';
import type { ChangeKey } from './change-key.js';
import { ProblemError, problemOf } from './problem-error.js';
import { inWordsOfForm } from './repeat-problem.js';

/** A request to the service. Whatever may change something has the key of its change. */
export type Sent = Read | Change;

interface Read {
  readonly method: 'GET';
  /** Path and query. */
  readonly url: string;
  readonly signal?: AbortSignal | undefined;
}

interface Change {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly key: ChangeKey;
  readonly url: string;
  /** A file or a form is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** Sends a request with the session of this page. @throws ProblemError when it is refused, or gets no answer. */
export async function send(sent: Sent): Promise<Response> {
  const signal = sent.method === 'GET' ? sent.signal : undefined;
  let response: Response;
  try {
    response = await fetch(sent.url, {
      method: sent.method,
      ...(sent.method === 'GET' ? {} : { headers: headersOf(sent), body: bodyOf(sent) }),
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
  throw inWordsOfForm(await problemOf(response));
}

function headersOf({ key, url, body }: Change): Record<string, string> {
  const headers: Record<string, string> = { 'x-csrf-token': session.csrfToken };
  // The controls know no keys.
  if (url.startsWith('/v1/')) headers['idempotency-key'] = key;
  if (body instanceof File) headers['content-type'] = body.type || 'text/csv';
  else if (body !== undefined && !(body instanceof FormData))
    headers['content-type'] = 'application/json';
  return headers;
}

function bodyOf({ body }: Change): BodyInit | null {
  if (body === undefined) return null;
  return body instanceof File || body instanceof FormData ? body : JSON.stringify(body);
}
