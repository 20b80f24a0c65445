import { rmSync, writeFileSync } from 'node:fs';
import { DataFolderError } from '../../../../../src/service/db/folder/folder-errors.js';
import { lockFolder } from '../../../../../src/service/db/folder/lock-folder.js';

// Locks and frees a folder many times, in competition with others. While holding the lock, creates a file that must not exist.

const [folder = '', held = '', turns = ''] = process.argv.slice(2);
for (let turn = 0; turn < Number(turns); ) {
  try {
    const { release } = lockFolder(folder);
    writeFileSync(held, '', { flag: 'wx' });
    rmSync(held);
    release();
    turn += 1;
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error;
  }
}
