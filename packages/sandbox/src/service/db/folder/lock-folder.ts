import { randomUUID } from 'node:crypto';
import {
  closeSync,
  ftruncateSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DataFolderError, systemCode } from './folder-errors.js';
import { processRuns, processStart } from './process-start.js';

/** A lock describes the process that has it. */
const Note = z.object({
  pid: z.int().positive(),
  /** See {@link processStart}. */
  processStart: z.string().optional(),
  /** ISO 8601, for the user. */
  since: z.string(),
});
type LockNote = z.infer<typeof Note>;

const PREFIX = 'screening-sandbox.lock.';
const numbered = /^screening-sandbox\.lock\.(\d{1,15})$/;
const unfinished = /^screening-sandbox\.lock\.new-(\d{1,15})-/;

/** True for the names of files that {@link lockFolder} writes. */
export function isLockFile(name: string): boolean {
  return name.startsWith(PREFIX);
}

/**
 * Makes this process the only one that uses the folder, until it releases the lock or ends. It takes over the lock of a
 * process that is gone.
 *
 * Locks are numbered files, and the highest number counts. A process takes the number after one that is free, by a hard
 * link, which appears with its content and fails where the number is taken. The highest is never deleted: a process that
 * read the folder a while ago would take a deleted number again. It can take one that the next but one has deleted, and
 * so checks again whether its own is the highest.
 *
 * Processes in containers with separate lists of processes do not see each other: one folder is for one container.
 *
 * @param path An existing folder.
 * @throws DataFolderError `in_use`, also if this process itself has the lock. Errors of system calls pass through.
 */
export function lockFolder(path: string) {
  const unlinked = join(path, `${PREFIX}new-${process.pid}-${randomUUID()}`);
  const fd = openSync(unlinked, 'wx', 0o600);
  try {
    const { pid } = process;
    const since = new Date().toISOString();
    const note: LockNote = { pid, processStart: processStart(pid), since };
    writeSync(fd, JSON.stringify(note));
    while (!tryToLock(path, unlinked));
  } catch (error) {
    closeSync(fd);
    throw error;
  } finally {
    rmSync(unlinked, { force: true });
  }
  /** Lets other processes use the folder. A second call does nothing. */
  return { release: releaseOnce(fd) };
}

/** Returns false if another process was faster, which may be gone again. */
function tryToLock(path: string, unlinked: string): boolean {
  const highest = highestLock(path);
  const holder = highest === 0 ? undefined : readNote(lockFile(path, highest));
  if (holder && isHeld(holder)) throw inUse(path, holder);
  const own = highest + 1;
  try {
    linkSync(unlinked, lockFile(path, own));
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
  if (highestLock(path) > own) {
    rmSync(lockFile(path, own), { force: true });
    return false;
  }
  deleteOlder(path, own);
  return true;
}

function highestLock(path: string): number {
  return Math.max(0, ...readdirSync(path).map(readNumber));
}

/** Returns 0 if the file is not a lock. */
function readNumber(name: string): number {
  return Number(numbered.exec(name)?.[1] ?? 0);
}

function lockFile(path: string, number: number): string {
  return join(path, `${PREFIX}${number}`);
}

/** Returns `undefined` if the lock was released, or no process has written it as a whole. */
function readNote(file: string): LockNote | undefined {
  try {
    return Note.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch (error) {
    // A faster process has deleted it, or it is not even a file.
    if (['ENOENT', 'EISDIR'].includes(String(systemCode(error)))) return undefined;
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Checks whether the process that wrote the note still runs. If the system does not report start times, the pid alone counts. */
function isHeld({ pid, processStart: recorded }: LockNote): boolean {
  if (!processRuns(pid)) return false;
  const actual = processStart(pid);
  return recorded === undefined || actual === undefined || recorded === actual;
}

/** Deletes the locks below this process's own, and the files that dead processes have left. */
function deleteOlder(path: string, own: number): void {
  for (const name of readdirSync(path)) {
    const number = readNumber(name);
    const starter = Number(unfinished.exec(name)?.[1] ?? process.pid);
    if ((number > 0 && number < own) || !processRuns(starter)) {
      rmSync(join(path, name), { recursive: true, force: true });
    }
  }
}

// By the descriptor, so that it never writes to the lock of another process, even if a user has replaced the folder.
function releaseOnce(fd: number): () => void {
  let released = false;
  return () => {
    if (released) return;
    released = true;
    try {
      // No space is needed for this, and an empty lock is free.
      ftruncateSync(fd);
    } catch {
      // The lock is free when this process has ended.
    } finally {
      closeSync(fd);
    }
  };
}

function inUse(path: string, { pid, since }: LockNote): DataFolderError {
  const user = pid === process.pid ? 'this process' : `the process ${pid}`;
  return new DataFolderError(
    'in_use',
    `${path} is used by ${user} since ${since}. Stop it, or choose another folder.`,
  );
}
