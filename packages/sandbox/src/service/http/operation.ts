import { z } from 'zod';
import type { Sql } from '../db/sql.js';
import type { CommitSignal, Scope, ScopedCommand, ServiceUrls } from '../kernel/command.js';
import { limits } from '../limits/limits.js';
import { sizeCheck } from '../limits/size-check.js';
import type { KeyScope } from './principal.js';
import type { ProblemCode } from './problem.js';
import { type RawInput, readInput } from './read-input.js';
import type { Allowance } from './state-machine.js';
import type { Tag } from './tags.js';
import type { WireOf } from './wire.js';

/** The context of the handler of a GET. */
export interface ReadContext {
  readonly sql: Sql;
  /** Bounds what the caller sees. */
  readonly scope: Scope;
  /** Virtual time. */
  readonly now: Date;
  readonly urls: ServiceUrls;
  /** Whether events that the specification marks as coming soon are emitted. */
  readonly previewEvents: boolean;
}

export interface ChangeContext extends ScopedCommand {
  /** The scope of the caller's key. */
  readonly keyScope: KeyScope;
}

/** The content types of the bodies that an operation takes, and how many bytes each may have. */
export type Accepts = Readonly<
  Partial<Record<'application/json' | 'multipart/form-data' | 'text/csv', number>>
>;

/** A file that an operation answers with. */
interface CsvFile {
  /** ASCII without quotes. */
  readonly fileName: string;
  /** A stream sends a long text as it is read. */
  readonly text: string | ReadableStream<Uint8Array>;
}

export type InputShape = {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
};

/** A row of the route table as it is written, without its defaults. */
export interface Row<Shape extends InputShape, Returns extends z.ZodType> {
  /** The operation's id in the OpenAPI document. */
  readonly id: string;
  readonly path: `/v1/${string}`;
  readonly summary: string;
  /** The scopes of keys that may call it. Default: full access only. */
  readonly scopes?: readonly KeyScope[];
  /** Only a key of a partner that is bound to no integration may call it. */
  readonly partner?: true;
  /** Only a key that is bound to no integration may call it: it changes what all integrations of the tenant share. */
  readonly tenantWide?: true;
  /** Pages may call it with a candidate key, from the origins that the key lists. */
  readonly fromPages?: true;
  /** Stores earlier requests before it runs, because its answer reports them. */
  readonly readsRequestLog?: true;
  /** The answer has a secret, which no intermediary may store. */
  readonly secret?: true;
  /** Whether `spec.md` shows the operation. The others, by default, are decisions of this project. */
  readonly shown?: boolean;
  /** Absent: the operation is not deprecated. */
  readonly lifecycle?: Lifecycle;
  readonly input: Shape;
  /** Default 200. */
  readonly status?: 200 | 201 | 202;
  readonly returns: Returns;
  /** The refusals in addition to those of every operation, and those that its input leads to. */
  readonly refuses?: readonly ProblemCode[];
}

const defaults = { scopes: ['full_access'], shown: false, status: 200 } as const;

/** A row with its defaults and its group. */
interface Described extends Row<InputShape, z.ZodType> {
  /** Its group in the documentation. */
  readonly tag: Tag;
  readonly scopes: readonly KeyScope[];
  readonly shown: boolean;
  readonly status: 200 | 201 | 202;
}

/** An operation with its checks. */
interface Prepared<Context, Result> extends Described {
  /** Checks a request, and returns the function that runs it. @throws Problem naming every fault. */
  readonly prepare: (input: RawInput) => (context: Context) => Promise<Result>;
}

/** An operation that changes nothing. */
export interface ReadOperation extends Prepared<ReadContext, unknown> {
  readonly method: 'GET';
  readonly streams?: undefined;
  readonly csv?: undefined;
}

export interface CsvOperation extends Prepared<ReadContext, CsvFile> {
  readonly method: 'GET';
  readonly streams?: undefined;
  readonly csv: true;
}

/** The context of the handler of a stream. */
export interface StreamContext extends ReadContext {
  /** The id of the event after which a client continues, as it was sent. `undefined` to begin now. */
  readonly lastEventId: string | undefined;
  readonly commits: CommitSignal;
  /** Whether the caller's key is still valid. */
  readonly isAuthorized: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/** An operation that answers with server-sent events whose data are `returns`. */
export interface StreamOperation extends Prepared<StreamContext, ReadableStream<Uint8Array>> {
  readonly method: 'GET';
  readonly streams: true;
  readonly csv?: undefined;
}

export interface ChangeOperation extends Prepared<ChangeContext, unknown>, Allowance {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly streams?: undefined;
  readonly csv?: undefined;
  readonly accepts: Accepts;
  /** Whether it locks the row of the caller's tenant. */
  readonly changesTenant?: true;
}

/** A row of the route table: the source of the routes, the checks, the types of handlers and the OpenAPI document. */
export type Operation = ReadOperation | CsvOperation | StreamOperation | ChangeOperation;

type Untagged =
  | Omit<ReadOperation, 'tag'>
  | Omit<CsvOperation, 'tag'>
  | Omit<StreamOperation, 'tag'>
  | Omit<ChangeOperation, 'tag'>;

/** The operations of a group of the documentation. @throws TypeError for a lifecycle that is too short. */
export function tagged(tag: Tag, operations: readonly Untagged[]): readonly Operation[] {
  return operations.map((operation) => {
    if (operation.lifecycle) checkLifecycle(operation.id, operation.lifecycle);
    return { ...operation, tag };
  });
}

/** Runs an operation with its checked input. */
export interface Handled<Shape extends InputShape, Context, Result> {
  readonly input: Shape;
  readonly handle: (input: z.output<z.ZodObject<Shape>>, context: Context) => Promise<Result>;
}

/**
 * Makes the function that checks a request by the schemas of a row, and returns the function that runs it. The check throws a
 * Problem naming every fault.
 *
 * @throws TypeError for a row whose input has no bound: see {@link sizeCheck}.
 */
export function preparing<Shape extends InputShape, Context, Result>(
  row: Handled<Shape, Context, Result>,
): (raw: RawInput) => (context: Context) => Promise<Result> {
  const schema = z.object(row.input);
  const sizes = sizeCheck(schema);
  return (raw) => {
    const input = readInput(schema, sizes, raw);
    return (context) => row.handle(input, context);
  };
}

export function readOperation<Shape extends InputShape, Returns extends z.ZodType>(
  row: Row<Shape, Returns> & Handled<Shape, ReadContext, WireOf<Returns>>,
): Omit<ReadOperation, 'tag'> {
  return { ...defaults, ...row, method: 'GET', prepare: preparing(row) };
}

export function csvOperation<Shape extends InputShape>(
  row: Omit<Row<Shape, z.ZodString>, 'status' | 'returns'> & Handled<Shape, ReadContext, CsvFile>,
): Omit<CsvOperation, 'tag'> {
  const prepare = preparing(row);
  return { ...defaults, ...row, returns: csvText, method: 'GET', csv: true, prepare };
}

const csvText = z.string().describe('RFC 4180, in UTF-8.');

export function streamOperation<Shape extends InputShape, Returns extends z.ZodType>(
  row: Row<Shape, Returns> & Handled<Shape, StreamContext, ReadableStream<Uint8Array>>,
): Omit<StreamOperation, 'tag'> {
  return { ...defaults, ...row, method: 'GET', streams: true, prepare: preparing(row) };
}

export const acceptsJson: Accepts = { 'application/json': limits.jsonBody.most };

export function changeOperation<Shape extends InputShape, Returns extends z.ZodType>(
  row: Row<Shape, Returns> &
    Allowance &
    Handled<Shape, ChangeContext, WireOf<Returns>> & {
      readonly method: ChangeOperation['method'];
      /** Default: JSON of at most 1 MiB. */
      readonly accepts?: Accepts;
      readonly changesTenant?: true;
    },
): Omit<ChangeOperation, 'tag'> {
  return { ...defaults, accepts: acceptsJson, ...row, prepare: preparing(row) };
}

/** When an operation was deprecated, and when it will be gone. */
export interface Lifecycle {
  /** The first day of the deprecation, such as `2026-03-01`. */
  readonly deprecatedOn: string;
  /** The first day on which the operation may be gone: 12 months later, or more. */
  readonly sunsetOn: string;
}

/** @throws TypeError for an invalid day, or a sunset before callers had 12 months. */
function checkLifecycle(id: string, { deprecatedOn, sunsetOn }: Lifecycle): void {
  const earliest = startOf(deprecatedOn);
  earliest.setUTCFullYear(earliest.getUTCFullYear() + 1);
  // An invalid day compares as false.
  if (startOf(sunsetOn) >= earliest) return;
  throw new TypeError(`${id}: sunsetOn must be a day at least 12 months after deprecatedOn.`);
}

/** The headers of every answer of an operation: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export function lifecycleHeaders(
  lifecycle: Lifecycle | undefined,
): Readonly<Record<string, string>> {
  if (!lifecycle) return {};
  return {
    deprecation: `@${startOf(lifecycle.deprecatedOn).getTime() / 1000}`,
    sunset: startOf(lifecycle.sunsetOn).toUTCString(),
  };
}

export function describeLifecycle(lifecycle: Lifecycle | undefined) {
  if (!lifecycle) return { 'x-lifecycle': { stage: 'active' } };
  return { deprecated: true, 'x-lifecycle': { stage: 'deprecated', ...lifecycle } };
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
