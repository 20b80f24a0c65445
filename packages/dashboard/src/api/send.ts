import { persistently } from '../session/persistently.js';
import { checkSession, noteSession } from '../session/presence.js';
import { csrfToken, session } from '../session/session.js';
import type { ChangeKey } from './presses.js';
import { ProblemError, problemOf } from './problem-error.js';

/** A request to the service. Every request that may change something has the key of its change. */
type Sent = Read | Change;

interface Read {
  readonly method: 'GET';
  readonly url: string;
  readonly signal?: AbortSignal | undefined;
}

interface Change {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly key: ChangeKey;
  readonly url: string;
  /** A file or form data is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

// The first page does not need them.
const words = persistently(() => import('../words/problems.js'));

/** Sends a request with the session of this page. @throws ProblemError if it is refused or not answered. */
export async function send(sent: Sent, isRepeated = false): Promise<Response> {
  const response = await answerTo(sent);
  // The answer is about another tenant than this page.
  const answeredFor = response.headers.get('x-answered-for') ?? session.tenantId;
  if (answeredFor !== session.tenantId) return refuse('other');
  if (response.ok) {
    noteSession('current');
    return response;
  }
  if (response.status === 401) return refuse('ended');
  const problem = await problemOf(response);
  if (problem === undefined) throw unreadable(response.status);
  // After a new login in another tab, the session has another token.
  if (problem.code === 'csrf_token_invalid' && !isRepeated) {
    const state = await checkSession();
    if (state === 'current') return send(sent, true);
    if (state !== 'away') return refuse(state);
  }
  const { inOwnWords } = await words();
  // Neither controls nor faults are in the log.
  const isLogged = sent.url.startsWith('/v1/') && !response.headers.has('sandbox-fault');
  throw inOwnWords(problem, isLogged);
}

function unreadable(status: number): ProblemError {
  const detail = `The service answered ${status}, without a reason.`;
  return new ProblemError({ status, code: 'unreadable_answer', detail });
}

const refusals = {
  ended: {
    status: 401,
    code: 'session_expired',
    detail:
      'You are signed out. This page keeps what you have entered: sign in in another tab, then continue here.',
  },
  other: {
    status: 403,
    code: 'other_tenant',
    detail:
      'This browser now shows another tenant, in another tab. Switch back there, then continue here. If you reload this page, you lose what you have entered.',
  },
} as const;

function refuse(state: keyof typeof refusals): Promise<never> {
  // A page that is being left shows no error.
  if (noteSession(state)) return new Promise<never>(() => {});
  return Promise.reject(new ProblemError(refusals[state]));
}

async function answerTo(sent: Sent): Promise<Response> {
  const signal = sent.method === 'GET' ? sent.signal : undefined;
  try {
    return await fetch(sent.url, {
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
}

function headersOf({ key, url, body }: Change): Record<string, string> {
  const headers: Record<string, string> = { 'x-csrf-token': csrfToken() };
  // The controls take no idempotency keys.
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
