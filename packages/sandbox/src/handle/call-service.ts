import type { Fetch } from '../thread/fetch-over.js';

const brand = Symbol.for('@screening-webhooks/SandboxError');

/** Why a call of the sandbox failed. The list is closed. */
export type SandboxErrorCode =
  /** The service did not start: `cause` says why. */
  | 'not_started'
  /** The service answered with an error: see `status` and `problem`. */
  | 'refused'
  /** `close()` was called. */
  | 'closed'
  /** The worker thread ended by itself: `cause` says why. */
  | 'crashed'
  /** Nothing matched within the timeout of `deliveries.waitFor`. */
  | 'timed_out'
  /** `deliveries.waitFor` would wait in vain: the clock is frozen, and nothing is due. */
  | 'nothing_due';

/** The details of a {@link SandboxError}. */
interface SandboxErrorDetails {
  readonly code: SandboxErrorCode;
  /** HTTP status of the answer. */
  readonly status?: number | undefined;
  /** The body of the answer (RFC 9457). */
  readonly problem?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/** A call of the sandbox that failed. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;
  /** HTTP status of the answer, with the code `refused`. */
  readonly status: number | undefined;
  /** The body of the answer (RFC 9457), with the code `refused`. */
  readonly problem: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, { code, status, problem, cause }: SandboxErrorDetails) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'SandboxError';
    this.code = code;
    this.status = status;
    this.problem = problem;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Checks the brand, so that `instanceof` works across the ESM and CommonJS copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

/** Calls the service and returns the JSON of its answer, `undefined` if it is empty. Rejects with a `SandboxError`. */
export type CallService = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

export function callService(fetch: Fetch, baseUrl: string, token: string): CallService {
  return async (method, path, body) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(new Request(baseUrl + path, init));
    const text = await response.text();
    const json = parseJson(text);
    if (response.ok) return json;
    throw refusal(`${method} ${path}`, response.status, json, text);
  };
}

/** Parses JSON. Returns `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(call: string, status: number, json: unknown, text: string): SandboxError {
  const problem = isRecord(json) ? json : undefined;
  const { code, detail, errors } = problem ?? {};
  const fields = (Array.isArray(errors) ? errors : [])
    .filter(isRecord)
    .map(({ param, message }) => `\n  ${param}: ${message}`);
  const explanation = fields.join('') || ` ${detail ?? text.slice(0, 200)}`;
  const message = `${call}: ${status} ${code ?? ''}${explanation}`;
  return new SandboxError(message, { code: 'refused', status, problem });
}

/** A page of a list, newest first. */
export interface ListPage<Item> {
  readonly object: 'list';
  readonly data: readonly Item[];
  readonly hasMore: boolean;
  /** The `cursor` of the next page; null on the last. */
  readonly nextCursor: string | null;
}

/** Query parameters. Undefined parameters are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Adds a query to a path. */
export function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
