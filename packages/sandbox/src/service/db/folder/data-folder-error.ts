/** Why the folder of a database cannot be used. The list is closed. */
export type DataFolderErrorCode =
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

export function notWritable(folder: string, cause: unknown): DataFolderError {
  const message = `${folder} cannot be read and written by this user.`;
  return new DataFolderError('not_writable', message, cause);
}

export function diskFull(folder: string, cause: unknown): DataFolderError {
  return new DataFolderError('disk_full', `No space is left for ${folder}.`, cause);
}
