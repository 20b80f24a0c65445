import { OtherTablesError } from '../refuse-other-tables.js';
import { DataFolderError, diskFull, notWritable } from './data-folder-error.js';

/** The numbers of WASI. */
const pgliteErrors = new Map([
  [2, 'EACCES'],
  [19, 'EDQUOT'],
  [51, 'ENOSPC'],
  [54, 'ENOTDIR'],
  [63, 'EPERM'],
  [69, 'EROFS'],
]);

/** A failure that the user can cure as a {@link DataFolderError}, anything else as it is. */
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
