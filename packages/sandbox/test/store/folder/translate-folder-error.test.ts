import { expect, it } from 'vitest';
import { translateFolderError } from '../../../src/store/folder/translate-folder-error.js';
import { NewerTablesError } from '../../../src/store/refuse-newer-tables.js';

// Permissions hold no test that root runs, and disks are filled in test-slow.
it.each([
  [{ code: 'EACCES' }, 'not_writable', '/data cannot be read and written by this user.'],
  [{ code: 'EPERM' }, 'not_writable', '/data cannot be read and written by this user.'],
  [{ code: 'EROFS' }, 'not_writable', '/data cannot be read and written by this user.'],
  [{ code: 'ENOSPC' }, 'disk_full', 'No space is left for /data.'],
  [{ code: 'EDQUOT' }, 'disk_full', 'No space is left for /data.'],
  [{ code: 'ENOTDIR' }, 'not_a_folder', '/data is not a folder.'],
  // As PGlite's file system throws it.
  [{ name: 'ErrnoError', errno: 51 }, 'disk_full', 'No space is left for /data.'],
])('%o is %s', (error, code, message) => {
  expect(translateFolderError('/data', error)).toMatchObject({ code, message, cause: error });
});

it('tables of a newer version are a failure of the folder too', () => {
  const error = new NewerTablesError('/data');
  expect(translateFolderError('/data', error)).toMatchObject({
    code: 'newer',
    message: error.message,
  });
});

it.each([undefined, 'text', new Error('no code'), { code: 'EIO' }])(
  'leaves %o as it is',
  (error) => {
    expect(translateFolderError('/data', error)).toBe(error);
  },
);
