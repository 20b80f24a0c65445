import { expect, it } from 'vitest';
import { translateFolderError } from '../../../../src/service/db/folder/folder-errors.js';
import { OtherTablesError } from '../../../../src/service/db/other-tables.js';

// Permissions do not apply to root, and test-slow fills disks.
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

it.each(['newer', 'unreleased'] as const)(
  'tables of another version (%s) are a failure of the folder too',
  (code) => {
    const error = new OtherTablesError(code, '/data');
    expect(translateFolderError('/data', error)).toMatchObject({ code, message: error.message });
  },
);

it.each([undefined, 'text', new Error('no code'), { code: 'EIO' }])(
  'leaves %o as it is',
  (error) => {
    expect(translateFolderError('/data', error)).toBe(error);
  },
);
