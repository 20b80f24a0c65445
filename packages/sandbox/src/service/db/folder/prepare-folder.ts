import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { DataFolderError } from './data-folder-error.js';
import { isLockFile } from './lock-folder.js';
import { systemCode } from './translate-folder-error.js';

/**
 * Makes a folder that only this user can read, with its parents. A folder with files is accepted if a lock file of the
 * sandbox is among them. The newest lock file is never deleted.
 *
 * @throws DataFolderError `not_ours`. A failed system call as it is.
 */
export function prepareFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const names = readdirSync(path);
  // The root of a volume that was just formatted is as good as empty.
  const strange = names.find((name) => name !== 'lost+found');
  if (strange !== undefined && !names.some(isLockFile)) {
    throw new DataFolderError(
      'not_ours',
      `${path} has other files, such as ${strange}: choose an empty folder, or one that does not exist yet.`,
    );
  }
  makePrivate(path);
}

function makePrivate(path: string): void {
  try {
    chmodSync(path, 0o700);
  } catch (error) {
    // Another user owns the folder, as with a volume that a container gets. The folder of the database in it is private.
    if (systemCode(error) !== 'EPERM') throw error;
  }
}
