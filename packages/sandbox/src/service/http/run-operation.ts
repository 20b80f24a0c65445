import type { Context } from 'hono';
import type { Command, CommitSignal, ServiceUrls } from '../kernel/command.js';
import type { ServiceParts } from '../kernel/service-parts.js';
import {
  findAnswer,
  hashRequest,
  type IdempotentRequest,
  readIdempotencyKey,
  type StoredAnswer,
  storeAnswer,
} from './idempotency.js';
import type {
  ChangeOperation,
  CsvOperation,
  Operation,
  ReadOperation,
  StreamOperation,
} from './operation.js';
import { type Authenticate, checkTenant, type Principal } from './principal.js';
import { conflict, Problem } from './problem.js';
import type { OpenStreams, RateLimit } from './rate-limits.js';
import { parseBody, readBody } from './read-body.js';
import { type RawInput, readQuery } from './read-input.js';
import type { KeptRefusal } from './request-log/keep-refusal.js';
import type { WriteBehind } from './write-behind.js';

export interface LoggedRequest extends KeptRefusal {
  readonly id: string;
  readonly principal: Principal;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly durationMs: number;
  /** The object that it made or changed. */
  readonly objectId: string | null;
}

/** A request that is being answered. */
export interface CurrentRequest {
  readonly id: string;
  /** The bytes of its body: `undefined` if it has none, or they are not read yet. */
  body?: Uint8Array | undefined;
}

export type RequestLog = WriteBehind<LoggedRequest>;

export interface ApiDependencies
  extends Pick<ServiceParts, 'sql' | 'runCommand' | 'nextRequestId' | 'onError'> {
  readonly authenticate: Authenticate;
  readonly rateLimit: RateLimit;
  readonly log: RequestLog;
  readonly urls: ServiceUrls;
  readonly previewEvents: boolean;
  /** Whether the log keeps the bodies and the problems of requests that are refused. */
  readonly logsBodies: boolean;
  readonly streams: OpenStreams;
  /** Wakes the streams. */
  readonly commits: CommitSignal;
  /**
   * Answers a call of an operation, unless a fault answers in its place. A fault can also delay it.
   *
   * @throws ConnectionResetError which the listener turns into the end of the connection.
   */
  readonly withFault: (operationId: string, answer: () => Promise<Response>) => Promise<Response>;
  /** Called with each answer. `operationId` is `undefined` if no operation has the path and method of the request. */
  readonly countAnswer: (operationId: string | undefined, status: number) => void;
}

/** The answer to a request. */
export interface Answer {
  readonly status: number;
  readonly body: string | ReadableStream<Uint8Array>;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The object that the request made or changed: `undefined` if there is none. */
  readonly objectId?: string | undefined;
}

const JSON_BODY = { 'content-type': 'application/json' };
// Every stream has these: its handler returns only the body.
const EVENT_STREAM = {
  'content-type': 'text/event-stream',
  // A proxy that compresses holds an event back until more follow.
  'cache-control': 'no-store, no-transform',
  // Makes nginx pass on each event at once.
  'x-accel-buffering': 'no',
};
/** The answer was given before, to a request with the same Idempotency-Key. */
const REPLAYED = { ...JSON_BODY, 'idempotent-replayed': 'true' };

/** @throws Problem when the request is refused. */
export function runOperation(
  operation: Operation,
  c: Context,
  principal: Principal,
  api: ApiDependencies,
  request: CurrentRequest,
): Promise<Answer> {
  if (operation.method !== 'GET') return runChange(operation, c, principal, api, request);
  return operation.streams
    ? runStream(operation, c, principal, api)
    : runRead(operation, c, principal, api);
}

async function runRead(
  operation: ReadOperation | CsvOperation,
  c: Context,
  { scope, now }: Principal,
  { sql, urls, previewEvents }: ApiDependencies,
): Promise<Answer> {
  const input = rawInput(c, undefined);
  const context = { sql, scope, now, urls, previewEvents };
  const { status } = operation;
  if (!operation.csv) {
    const body = JSON.stringify(await operation.prepare(input)(context));
    return { status, body, headers: JSON_BODY };
  }
  const { fileName, text } = await operation.prepare(input)(context);
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
    'x-content-type-options': 'nosniff',
  };
  return { status, body: text, headers };
}

async function runStream(
  operation: StreamOperation,
  c: Context,
  principal: Principal,
  { sql, authenticate, streams, urls, previewEvents, commits, onError }: ApiDependencies,
): Promise<Answer> {
  const { scope, now } = principal;
  const run = operation.prepare(rawInput(c, undefined));
  const lastEventId = c.req.header('last-event-id') || undefined;
  const isAuthorized = async (): Promise<boolean> => {
    try {
      const caller = await authenticate(c.req.raw);
      checkTenant(caller);
      // A session may act as another tenant by now.
      return caller.scope.tenantId === scope.tenantId;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  };
  const body = await streams.open(principal, c.req.raw.signal, () =>
    run({
      sql,
      scope,
      now,
      urls,
      previewEvents,
      lastEventId,
      commits,
      isAuthorized,
      onError,
    }),
  );
  const answer = { status: operation.status, headers: EVENT_STREAM };
  if (c.req.method !== 'HEAD') return { ...answer, body };
  // Nobody reads the body.
  await body.cancel();
  return { ...answer, body: '' };
}

/**
 * Runs a change as one command. Only an answer of the command itself is stored under the Idempotency-Key: a refusal rolls
 * back the transaction, including the stored answer.
 */
async function runChange(
  operation: ChangeOperation,
  c: Context,
  { idempotencyOwner, keyScope, scope }: Principal,
  { runCommand }: ApiDependencies,
  current: CurrentRequest,
): Promise<Answer> {
  const key = readIdempotencyKey(c.req.header('idempotency-key') ?? null);
  const bytes = await readBody(c.req.raw, operation);
  current.body = bytes;
  const request =
    key === undefined ? undefined : idempotentRequest(c, idempotencyOwner, key, bytes);
  return runCommand(async (command: Command): Promise<Answer> => {
    const lock = operation.changesTenant ? 'update' : 'share';
    const currentStatus = await command.holdTenant(scope.tenantId, lock);
    if (currentStatus !== 'active') {
      const detail = `The tenant of the caller is ${currentStatus}.`;
      throw conflict({ reason: 'tenant_not_active', facts: {} }, detail, currentStatus);
    }
    const stored = request && (await findAnswer(command, request));
    if (stored) return { ...stored, headers: REPLAYED };
    const run = operation.prepare(rawInput(c, await parseBody(bytes, c.req.raw)));
    const result = await run({ ...command, requestId: current.id, scope, keyScope });
    const made: StoredAnswer = { status: operation.status, body: JSON.stringify(result) };
    if (request) await storeAnswer(command, request, made);
    return { ...made, headers: JSON_BODY, objectId: findObjectId(result, c.req.param()) };
  });
}

/** Finds the id of the object that a change has made or changed, in its answer or its path. A document configuration has a slug. */
function findObjectId(
  result: unknown,
  params: Readonly<Record<string, string>>,
): string | undefined {
  const answered = (name: string): unknown =>
    typeof result === 'object' && result !== null ? Reflect.get(result, name) : undefined;
  const [inPath] = Object.values(params);
  return [...['id', 'verificationId', 'tenantId'].map(answered), inPath, answered('slug')].find(
    (id) => typeof id === 'string',
  );
}

/** The path as it was sent. Decoded, it could contain U+0000, which the database cannot keep. */
export function encodedPath(c: Context): string {
  return new URL(c.req.url).pathname;
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

function rawInput(c: Context, body: unknown): RawInput {
  return { params: c.req.param(), query: readQuery(c.req.url), body };
}
