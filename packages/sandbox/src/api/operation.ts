import { z } from 'zod';
import type { ScopedCommand } from '../engine/command.js';
import type { CommitSignal } from '../engine/commit-signal.js';
import type { ServiceUrls } from '../engine/service-urls.js';
import type { KeyScope } from '../keys/key-scope.js';
import type { Scope } from '../store/scope.js';
import type { Sql } from '../store/sql.js';
import type { Allowance } from './allowed-when.js';
import type { ProblemCode } from './problem.js';
import { type RawInput, readInput } from './read-input.js';

/** What the handler of a GET gets beside its input. */
export interface ReadContext {
  readonly sql: Sql;
  /** What the caller may see. */
  readonly scope: Scope;
  /** Virtual time. */
  readonly now: Date;
  readonly urls: ServiceUrls;
  /** Whether the events are emitted that the specification marks as coming soon. */
  readonly previewEvents: boolean;
}

/** What the handler of a change gets beside its input: it runs in the transaction of a command. */
export interface ChangeContext extends ScopedCommand {
  /** What the caller's key may do. */
  readonly keyScope: KeyScope;
}

/** The content types of the bodies that an operation takes, and how many bytes each may have. */
export type Accepts = Readonly<
  Partial<Record<'application/json' | 'multipart/form-data' | 'text/csv', number>>
>;

/** A file that an operation answers with. */
export interface CsvFile {
  /** ASCII without quotes. */
  readonly fileName: string;
  readonly text: string;
}

/** The parts of a request that an operation has, and their schemas. */
export type InputShape = {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
};

interface Described<Shape extends InputShape, Returns extends z.ZodType> {
  /** The operation's id in the OpenAPI document. */
  readonly id: string;
  readonly path: `/v1/${string}`;
  readonly tag: string;
  readonly summary: string;
  /** The scopes of keys that may call it. */
  readonly scopes: readonly KeyScope[];
  /** Only a key of a partner may call it, that is bound to no integration. */
  readonly partner?: true;
  /** Pages may call it with a candidate key, from the origins that the key lists. */
  readonly fromPages?: true;
  /** Whether `spec.md` shows the operation. The others are decisions of this project. */
  readonly shown: boolean;
  readonly input: Shape;
  readonly status: 200 | 201 | 202;
  readonly returns: Returns;
  /** The refusals besides those that every operation has. */
  readonly refuses?: readonly ProblemCode[];
}

/** An operation that changes nothing. */
export interface ReadOperation extends Described<InputShape, z.ZodType> {
  readonly method: 'GET';
  readonly streams?: undefined;
  readonly csv?: undefined;
  /** Checks a request, and returns what it does. @throws Problem naming every fault. */
  readonly prepare: (input: RawInput) => (context: ReadContext) => Promise<unknown>;
}

/** An operation that changes nothing, and answers with a CSV file. */
export interface CsvOperation extends Described<InputShape, z.ZodType> {
  readonly method: 'GET';
  readonly streams?: undefined;
  readonly csv: true;
  /** Checks a request, and returns what it does. @throws Problem naming every fault. */
  readonly prepare: (input: RawInput) => (context: ReadContext) => Promise<CsvFile>;
}

/** What the handler of a stream gets beside its input. */
export interface StreamContext extends ReadContext {
  /** The id of the event after which a client goes on, as it was sent. Undefined: from now on. */
  readonly lastEventId: string | undefined;
  readonly commits: CommitSignal;
  /** Whether the caller's key is still valid. */
  readonly isAuthorized: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/** An operation that answers with server-sent events whose data are `returns`. */
export interface StreamOperation extends Described<InputShape, z.ZodType> {
  readonly method: 'GET';
  readonly streams: true;
  readonly csv?: undefined;
  /** Checks a request, and returns what it does. @throws Problem naming every fault. */
  readonly prepare: (
    input: RawInput,
  ) => (context: StreamContext) => Promise<ReadableStream<Uint8Array>>;
}

/** An operation that runs as one command. */
export interface ChangeOperation extends Described<InputShape, z.ZodType>, Allowance {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly streams?: undefined;
  readonly csv?: undefined;
  readonly accepts: Accepts;
  /** Checks a request, and returns what it does. @throws Problem naming every fault. */
  readonly prepare: (input: RawInput) => (context: ChangeContext) => Promise<unknown>;
}

/** A row of the route table: the source of the routes, the checks, the types of handlers and the OpenAPI document. */
export type Operation = ReadOperation | CsvOperation | StreamOperation | ChangeOperation;

export function readOperation<Shape extends InputShape, Returns extends z.ZodType>(
  row: Described<Shape, Returns> & {
    readonly handle: (
      input: z.output<z.ZodObject<Shape>>,
      context: ReadContext,
    ) => Promise<z.input<Returns>>;
  },
): ReadOperation {
  const schema = z.object(row.input);
  return {
    ...row,
    method: 'GET',
    prepare(raw) {
      const input = readInput(schema, raw);
      return (context) => row.handle(input, context);
    },
  };
}

export function csvOperation<Shape extends InputShape>(
  row: Omit<Described<Shape, z.ZodString>, 'status' | 'returns'> & {
    readonly handle: (
      input: z.output<z.ZodObject<Shape>>,
      context: ReadContext,
    ) => Promise<CsvFile>;
  },
): CsvOperation {
  const schema = z.object(row.input);
  return {
    ...row,
    status: 200,
    returns: csvText,
    method: 'GET',
    csv: true,
    prepare(raw) {
      const input = readInput(schema, raw);
      return (context) => row.handle(input, context);
    },
  };
}

const csvText = z.string().describe('RFC 4180, in UTF-8.');

export function streamOperation<Shape extends InputShape, Returns extends z.ZodType>(
  row: Described<Shape, Returns> & {
    readonly handle: (
      input: z.output<z.ZodObject<Shape>>,
      context: StreamContext,
    ) => Promise<ReadableStream<Uint8Array>>;
  },
): StreamOperation {
  const schema = z.object(row.input);
  return {
    ...row,
    method: 'GET',
    streams: true,
    prepare(raw) {
      const input = readInput(schema, raw);
      return (context) => row.handle(input, context);
    },
  };
}

export const MEBIBYTE = 1_048_576;
export const acceptsJson: Accepts = { 'application/json': MEBIBYTE };

export function changeOperation<Shape extends InputShape, Returns extends z.ZodType>(
  row: Described<Shape, Returns> &
    Allowance & {
      readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      /** Default: JSON of at most 1 MiB. */
      readonly accepts?: Accepts;
      readonly handle: (
        input: z.output<z.ZodObject<Shape>>,
        context: ChangeContext,
      ) => Promise<z.input<Returns>>;
    },
): ChangeOperation {
  const schema = z.object(row.input);
  return {
    ...row,
    accepts: row.accepts ?? acceptsJson,
    prepare(raw) {
      const input = readInput(schema, raw);
      return (context) => row.handle(input, context);
    },
  };
}
