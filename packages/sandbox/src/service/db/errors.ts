import { inspect } from 'node:util';
import { DrizzleQueryError } from 'drizzle-orm';

/**
 * The database in this process has ended, mostly because it could not write its log: no space is left, or the folder is
 * read-only. This and all later queries fail at once. Committed data is kept for when the database is opened again.
 */
export class DatabaseCrashedError extends Error {
  override readonly name = 'DatabaseCrashedError';

  constructor(cause: unknown) {
    super(
      'The database has ended because it could not continue. Check that its folder can be written and has space, then start again.',
      { cause },
    );
  }
}

/** Finds the end of the database among the causes of a failure. Returns `undefined` if the database still runs. */
export function findDatabaseCrash(error: unknown): DatabaseCrashedError | undefined {
  if (error instanceof DatabaseCrashedError) return error;
  return error instanceof Error ? findDatabaseCrash(error.cause) : undefined;
}

/** A database that the service cannot use. Its message is one sentence that names the cure. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/** Translates an error of a start. The message of a failed query has its statement, but not why it failed. */
export function startError(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError || hasSqlState(error))) return error;
  return new DatabaseError(`The database failed during the start: ${databaseReason(error)}`, {
    cause: error,
  });
}

/** Why a database refused, in its own words. They differ between versions and languages, so its SQLSTATE follows. */
export function databaseReason(error: unknown): string {
  if (error instanceof DrizzleQueryError) return databaseReason(error.cause);
  // A refused connection to several addresses has no message of its own.
  if (error instanceof AggregateError) return error.errors.map(databaseReason).join('; ');
  if (!(error instanceof Error)) return String(error);
  return hasSqlState(error) ? `${error.message} (SQLSTATE ${errorCode(error)})` : error.message;
}

function hasSqlState(error: unknown): boolean {
  return isSqlState(String(errorCode(error)));
}

/** Returns the code that the database or Node gave an error. Drizzle wraps it. */
export function errorCode(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error ? error.code : errorCode(error.cause);
}

/** Checks whether a statement failed because the disk of the database is full. */
export function isDiskFull(error: unknown): boolean {
  return errorCode(error) === '53100';
}

/** Checks whether a statement failed because the system refused to write a file of the database: no space, read-only, or broken. */
export function isDiskFailure(error: unknown): boolean {
  // PostgreSQL reports a read-only disk as a lack of rights. The service's own role lacks none in its own folder.
  return ['53100', '42501', '58030'].includes(String(errorCode(error)));
}

/**
 * Decides whether the same work may succeed later. Failures due to the state of the database, the connection or the process are
 * passing. All others are lasting: a value that the database refuses (SQLSTATE 22, 23 and 54), or a defect of this code.
 */
export function failureKind(error: unknown): 'passing' | 'lasting' {
  const code = String(errorCode(error));
  const isPassing = isSqlState(code)
    ? passingStates.test(code)
    : isNodeCode(code) || hasPassingName(error);
  return isPassing || isDiskFailure(error) || findDatabaseCrash(error) ? 'passing' : 'lasting';
}

// The classes of connections, read-only servers, rollbacks, resources, locks, operators and systems (PostgreSQL, appendix A).
const passingStates = /^(08|25|40|53|55|57|58)/;

// Codes of Node, such as EPIPE, can have five letters as well: no class begins with E.
function isSqlState(code: string): boolean {
  return /^(?!E)[0-9A-Z]{5}$/.test(code);
}

/** Checks for a failure of the system, such as ECONNREFUSED. Errors of Node itself, such as ERR_INVALID_ARG_TYPE, are defects. */
function isNodeCode(code: string): boolean {
  return /^E(?!RR_)[A-Z]+$/.test(code);
}

// These have no code (pg 8, pg-pool 3, PGlite 0.5): a lost connection, a timeout, and the end of this process.
const passingMessages =
  /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client (has encountered|was closed)|Cannot use a pool after|PGlite is clos)/;

function hasPassingName(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === 'AbortError' ||
    passingMessages.test(error.message) ||
    hasPassingName(error.cause)
  );
}

const MOST_CAUSES = 5;
const MOST_OF_STATEMENT = 500;

/**
 * Formats an error and its causes for a log: names, codes, messages and stacks. Without values: the parameters of a statement and the
 * details of a refusal may have data of users, such as the body of an event.
 */
export function printError(error: unknown): string {
  const causes = causesOf(error);
  if (causes.length === 0) return inspect(error, { depth: 0 });
  return causes.map(printOne).join('\n  caused by ');
}

/** An error and its causes, up to five. */
export function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let each = error; each instanceof Error && causes.length < MOST_CAUSES; each = each.cause) {
    causes.push(each);
  }
  return causes;
}

/** The lines of a stack that name functions. */
export function framesOf({ stack = '', message }: Error): readonly string[] {
  // The stack begins with the original message, which may have lines that look like a frame.
  const start = stack.indexOf(message);
  if (start === -1) return [];
  return stack.slice(start + message.length).match(/^ {4}at .*$/gm) ?? [];
}

function printOne(error: Error): string {
  const { name } = error;
  const shownName = name === 'Error' ? error.constructor.name : name;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const shownCode = code && ` (${isSqlState(code) ? 'SQLSTATE ' : ''}${code})`;
  return [`${shownName}: ${shownMessage(error)}${shownCode}`, ...framesOf(error)].join('\n');
}

function shownMessage(error: Error): string {
  if (error instanceof DrizzleQueryError) {
    return `Failed query: ${error.query.slice(0, MOST_OF_STATEMENT)}`;
  }
  // A refused connection to several addresses has no message of its own.
  if (error instanceof AggregateError) return error.errors.map(String).join('; ');
  return error.message;
}
