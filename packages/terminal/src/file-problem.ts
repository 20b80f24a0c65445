import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file or folder does not exist',
  EACCES: 'its permissions forbid it',
  EPERM: 'its permissions forbid it',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is not a directory',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  EBUSY: 'it is mounted by itself; mount its folder',
  ELOOP: 'its links lead back to themselves',
  ENXIO: 'it is not a regular file',
};

/** Describes a file system error. */
export function fileProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return reasons[code] ?? code;
}

/** Says which folder a file to be written has no place in, and how to make it. Undefined when its folder exists. */
export function missingFolder(path: string): string | undefined {
  const folder = dirname(path);
  if (existsSync(folder)) return undefined;
  return `the folder ${folder} does not exist; create it with mkdir -p '${folder.replaceAll("'", "'\\''")}'`;
}
