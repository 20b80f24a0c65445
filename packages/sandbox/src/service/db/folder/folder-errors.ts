import { OtherTablesError } from '../other-tables.js';

/** Why the folder of a database cannot be used. The list is closed. */
type DataFolderErrorCode =
  /** A process that runs has the folder open. */
  | 'in_use'
  /** The folder has files and none of them is ours. Nothing in it was touched. */
  | 'not_ours'
  /** The path, or a part of it, is a file. */
  | 'not_a_folder'
  /** The process may not read or write in the folder, or the file system is read-only. */
  | 'not_writable'
  /** No space is left, or a quota is used up. */
  | 'disk_full'
  /** A newer version of the package has written the database. Its tables were not touched. */
  | 'newer'
  /** A version from before the first release has written the database. Its tables were not touched. */
  | 'unreleased'
  /** The files of the database are damaged, or of another version of PostgreSQL. */
  | 'unreadable';

/** A folder that cannot be used until the user does something. The message is one sentence or two, for the user. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
  readonly code: DataFolderErrorCode;

  constructor(code: DataFolderErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

function notWritable(folder: string, cause: unknown): DataFolderError {
  const message = `${folder} cannot be read and written by this user.`;
  return new DataFolderError('not_writable', message, cause);
}

function diskFull(folder: string, cause: unknown): DataFolderError {
  return new DataFolderError('disk_full', `No space is left for ${folder}.`, cause);
}

/** The error numbers of WASI. */
const pgliteErrors = new Map([
  [2, 'EACCES'],
  [19, 'EDQUOT'],
  [51, 'ENOSPC'],
  [54, 'ENOTDIR'],
  [63, 'EPERM'],
  [69, 'EROFS'],
]);

/** Translates a failure that the user can cure into a {@link DataFolderError}. Returns any other error as it is. */
export function translateFolderError(path: string, error: unknown): unknown {
  if (error instanceof OtherTablesError)
    return new DataFolderError(error.code, error.message, error);
  switch (systemCode(error)) {
    case 'ENOTDIR':
    case 'EEXIST':
      return new DataFolderError('not_a_folder', `${path} is not a folder.`, error);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return notWritable(path, error);
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(path, error);
    default:
      return error;
  }
}

/** The code of a failed system call, such as `ENOENT`. */
export function systemCode(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error) return error.code;
  // PGlite's own file system has numbers only.
  const errno = 'errno' in error ? error.errno : undefined;
  return typeof errno === 'number' ? pgliteErrors.get(errno) : undefined;
}

const KEPT = 20;

/** The last lines that a database prints. They say why it does not open: its errors do not. */
export class DatabaseLog {
  readonly #lines: string[] = [];

  /** For PGlite. Nothing is printed. */
  readonly onStderr = (line: string): false => {
    this.#lines.push(line);
    if (this.#lines.length > KEPT) this.#lines.shift();
    return false;
  };

  /** Returns the fault that the user can cure, or `undefined` if the lines do not say. */
  reason(folder: string, cause: unknown): DataFolderError | undefined {
    const text = this.#lines.join('\n');
    if (/No space left|Quota exceeded/i.test(text)) {
      return diskFull(folder, cause);
    }
    if (/Read-only file system|Permission denied|not permitted/i.test(text)) {
      return notWritable(folder, cause);
    }
    return undefined;
  }

  /** Why an existing database does not open. */
  unreadable(folder: string, cause: unknown): DataFolderError {
    const line = this.#lines.findLast((one) => /FATAL|PANIC/.test(one)) ?? String(cause);
    const message = `The database in ${folder} cannot be opened: ${line.replace(/^.*?(FATAL|PANIC): */, '').trim()}.`;
    return this.reason(folder, cause) ?? new DataFolderError('unreadable', message, cause);
  }
}
