import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { beforeEach, expect, it } from 'vitest';
import { DataFolderError } from '../../../../src/service/db/folder/folder-errors.js';
import {
  openFolderDatabase,
  prepareFolder,
} from '../../../../src/service/db/folder/open-folder-database.js';

let root: string;

beforeEach(() => {
  root = scratchFolder();
});

const mode = (path: string) => statSync(path).mode & 0o777;

it('makes a folder with its parents, for its user alone', () => {
  const path = join(root, 'a/b');
  prepareFolder(path);
  expect([mode(join(root, 'a')), mode(path)]).toEqual([0o700, 0o700]);
});

it.each([
  ['empty', []],
  ['the root of a new volume', ['lost+found']],
  ['ours', ['screening-sandbox.lock.3', 'notes.txt']],
])('takes a folder that is %s, and makes it private', (_, names) => {
  for (const name of names) writeFileSync(join(root, name), '');
  chmodSync(root, 0o755);
  prepareFolder(root);
  expect(mode(root)).toBe(0o700);
});

it('refuses a folder with other files, and does not touch it', async () => {
  mkdirSync(join(root, 'database'));
  chmodSync(root, 0o755);
  await expect(openFolderDatabase(root)).rejects.toMatchObject({
    code: 'not_ours',
    message: `${root} has other files, such as database: choose an empty folder, or one that does not exist yet.`,
  });
  expect(mode(root)).toBe(0o755);
  expect(readdirSync(root)).toEqual(['database']);
});

it.each(['', '/below'])('refuses a path that is a file%s', async (below) => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  const opened = openFolderDatabase(`${file}${below}`);
  await expect(opened).rejects.toMatchObject({
    code: 'not_a_folder',
    message: `${file}${below} is not a folder.`,
  });
  await expect(opened).rejects.toBeInstanceOf(DataFolderError);
});
