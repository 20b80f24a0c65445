import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program, on the PATH or in `folders`; undefined if it is not installed. */
export function findProgram(name, folders = []) {
  const path = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...path, ...folders].map((folder) => join(folder, name)).find(isExecutable);
}

/** The folders of PostgreSQL's programs on Debian and others, the newest version first. */
export function postgresFolders() {
  const versions = '/usr/lib/postgresql';
  try {
    return readdirSync(versions)
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(versions, version, 'bin'));
  } catch {
    return [];
  }
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
