import { type Context, Hono } from 'hono';
import { readClock } from '../engine/clock.js';
import type { Command, RunCommand } from '../engine/command.js';
import type { CommitSignal } from '../engine/commit-signal.js';
import type { ServiceUrls } from '../engine/service-urls.js';
import type { Sql } from '../store/connect.js';
import { authenticate, type Principal } from './authenticate.js';
import {
  findAnswer,
  hashRequest,
  type IdempotentRequest,
  readIdempotencyKey,
  type StoredAnswer,
  storeAnswer,
} from './idempotency.js';
import type { ChangeOperation, Operation, ReadOperation, StreamOperation } from './operation.js';
import { Problem, problemResponse } from './problem.js';
import type { RateLimit } from './rate-limit.js';
import { parseBody, readBody } from './read-body.js';
import type { RawInput } from './read-input.js';
import type { RequestLog } from './request-log.js';

/** What the API works with. */
export interface ApiDependencies {
  readonly sql: Sql;
  readonly runCommand: RunCommand;
  readonly rateLimit: RateLimit;
  readonly log: RequestLog;
  readonly nextRequestId: () => string;
  readonly urls: ServiceUrls;
  /** Wakes the streams. */
  readonly commits: CommitSignal;
  /** Called when a command has committed: there may be due work. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

interface Answer {
  readonly status: number;
  readonly body: string | ReadableStream<Uint8Array>;
  readonly replayed: boolean;
}

/** The routes of the API. Each request passes: key, scope, rate, idempotency, body, command. */
export function serveOperations(operations: readonly Operation[], api: ApiDependencies): Hono {
  const app = new Hono();
  for (const operation of operations) {
    app.on(operation.method, honoPath(operation.path), (c) => serve(operation, c, api));
  }
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const allowed = operations.filter((operation) => operation.path === path);
    const methods = allowed.map(({ method }) => method).join(', ');
    app.all(honoPath(path), (c) => {
      const detail = `${c.req.method} is not a method of this path. It has ${methods}.`;
      const problem = new Problem('method_not_allowed', detail, {}, { allow: methods });
      return identified(problem, api.nextRequestId());
    });
  }
  app.all('/v1/*', () => {
    const problem = new Problem(
      'route_not_found',
      'No operation has this path. See /v1/openapi.json.',
    );
    return identified(problem, api.nextRequestId());
  });
  return app;
}

async function serve(operation: Operation, c: Context, api: ApiDependencies): Promise<Response> {
  const startedAt = performance.now();
  const requestId = api.nextRequestId();
  let principal: Principal | undefined;
  let limits: Readonly<Record<string, string>> = {};
  let response: Response;
  let refusal: Problem | undefined;
  try {
    principal = await authenticate(api.sql, c.req.header('authorization') ?? null);
    checkScope(operation, principal);
    limits = api.rateLimit(principal.keyId);
    const answer = await answerOf(operation, c, principal, api);
    response = new Response(answer.body, {
      status: answer.status,
      headers: {
        'content-type': operation.streams ? 'text/event-stream' : 'application/json',
        ...(operation.streams ? { 'cache-control': 'no-store' } : {}),
        ...(answer.replayed ? { 'idempotent-replayed': 'true' } : {}),
      },
    });
  } catch (error) {
    refusal = error instanceof Problem ? error : internalProblem(error, api);
    response = problemResponse(refusal, requestId);
  }
  response.headers.set('service-request-id', requestId);
  for (const [name, value] of Object.entries(limits)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  if (principal) {
    await api.log({
      id: requestId,
      principal,
      operationId: operation.id,
      method: c.req.method,
      path: encodedPath(c),
      status: response.status,
      code: refusal?.code ?? null,
      durationMs: Math.round(performance.now() - startedAt),
    });
  }
  return response;
}

function checkScope(operation: Operation, { keyScope }: Principal): void {
  if (operation.scopes.includes(keyScope)) return;
  throw new Problem(
    'scope_insufficient',
    `This operation needs a key with the scope ${operation.scopes.join(' or ')}.`,
  );
}

function answerOf(
  operation: Operation,
  c: Context,
  principal: Principal,
  api: ApiDependencies,
): Promise<Answer> {
  if (operation.method !== 'GET') return change(operation, c, principal, api);
  return operation.streams
    ? stream(operation, c, principal, api)
    : read(operation, c, principal, api);
}

async function read(
  operation: ReadOperation,
  c: Context,
  { scope }: Principal,
  { sql, urls }: ApiDependencies,
): Promise<Answer> {
  const run = operation.prepare(rawInput(c, undefined));
  const { now } = await readClock(sql);
  const result = await run({ sql, scope, now, urls });
  return { status: operation.status, body: JSON.stringify(result), replayed: false };
}

async function stream(
  operation: StreamOperation,
  c: Context,
  { scope }: Principal,
  { sql, urls, commits, onError }: ApiDependencies,
): Promise<Answer> {
  const run = operation.prepare(rawInput(c, undefined));
  const lastEventId = readEventId(c.req.header('last-event-id') ?? '');
  const authorization = c.req.header('authorization') ?? null;
  const isAuthorized = async (): Promise<boolean> => {
    try {
      await authenticate(sql, authorization);
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  };
  const { now } = await readClock(sql);
  const context = { sql, scope, now, urls, lastEventId, commits, isAuthorized, onError };
  return { status: operation.status, body: await run(context), replayed: false };
}

function readEventId(header: string): number | undefined {
  if (header === '') return undefined;
  if (/^\d{1,15}$/.test(header)) return Number(header);
  const message = 'must be the id of an event of this stream';
  throw new Problem('parameter_invalid', `Last-Event-ID: ${message}`, {
    errors: [{ param: 'Last-Event-ID', code: 'invalid_format', message }],
  });
}

async function change(
  operation: ChangeOperation,
  c: Context,
  { keyId, scope }: Principal,
  { runCommand, onChange }: ApiDependencies,
): Promise<Answer> {
  const key = readIdempotencyKey(c.req.header('idempotency-key') ?? null);
  const bytes = await readBody(c.req.raw, operation);
  const request = key === undefined ? undefined : idempotentRequest(c, keyId, key, bytes);
  const answer = await runCommand(async (command: Command): Promise<Answer> => {
    const stored = request && (await findAnswer(command, request));
    if (stored) return { ...stored, replayed: true };
    const run = operation.prepare(rawInput(c, await parseBody(bytes, c.req.raw)));
    const result = await run({ ...command, scope });
    const made: StoredAnswer = { status: operation.status, body: JSON.stringify(result) };
    if (request) await storeAnswer(command, request, made);
    return { ...made, replayed: false };
  });
  onChange();
  return answer;
}

function idempotentRequest(
  c: Context,
  principal: string,
  key: string,
  bytes: Uint8Array | undefined,
): IdempotentRequest {
  const contentType = c.req.header('content-type') ?? '';
  const query = new URL(c.req.url).search;
  return {
    principal,
    target: `${c.req.method} ${encodedPath(c)}`,
    key,
    requestHash: hashRequest(contentType, query, bytes ?? new Uint8Array()),
  };
}

// Decoded, it could contain U+0000, which the database cannot keep.
function encodedPath(c: Context): string {
  return new URL(c.req.url).pathname;
}

function rawInput(c: Context, body: unknown): RawInput {
  return { params: c.req.param(), query: new URL(c.req.url).searchParams, body };
}

function internalProblem(error: unknown, { onError }: ApiDependencies): Problem {
  onError(error);
  return new Problem('internal_error', 'The service failed. Its log has the error.');
}

function identified(problem: Problem, requestId: string): Response {
  const response = problemResponse(problem, requestId);
  response.headers.set('service-request-id', requestId);
  return response;
}

// `{id}` of OpenAPI is `:id` of Hono.
function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
