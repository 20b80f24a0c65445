import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { missingFolder } from 'screening-webhooks-terminal';

const { O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Opens a file to replace it. A link to a file of this user is followed and kept.
 *
 * @throws an error of the file system, or one that says why the file cannot be used.
 */
export function openOwnFile(path: string) {
  const missing = missingFolder(path);
  if (missing !== undefined) throw new Error(missing);
  const link = lstatSync(path, { throwIfNoEntry: false });
  const target = link?.isSymbolicLink() ? resolveLink(path, link) : path;
  const { content, uid } = link ? read(target) : { content: Buffer.alloc(0) };
  // A file is replaced through its folder. Only an attempt shows whether that is allowed.
  withFileBeside(target, () => {});
  return {
    /** Empty if the file does not exist yet. */
    content,
    /** Replaces the content atomically. Only the owner can read the file afterwards. */
    replace: (next: Buffer) => replace(target, next, uid),
  };
}

// The user who makes a link chooses the file.
function resolveLink(path: string, link: Stats): string {
  const target = statSync(path, { throwIfNoEntry: false });
  if (!target) throw new Error('it is a link to a file that does not exist');
  if (!isOwn(target.uid)) throw new Error("it is a link to another user's file");
  if (link.uid !== userId() && link.uid !== target.uid) {
    throw new Error('it is a link that another user has made');
  }
  return realpathSync(path);
}

function read(target: string): { readonly content: Buffer; readonly uid: number } {
  // For reading and writing, so that a read-only file is left alone. A pipe must not block.
  const file = openSync(target, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (!isOwn(stats.uid)) throw new Error('it belongs to another user');
    return { content: readFileSync(file), uid: stats.uid };
  } finally {
    closeSync(file);
  }
}

function replace(target: string, content: Buffer, uid = userId()): void {
  withFileBeside(target, (beside, file) => {
    // The umask may have removed more.
    fchmodSync(file, 0o600);
    // Root leaves a file to its owner.
    if (uid !== undefined && uid !== userId()) fchownSync(file, uid, -1);
    writeFileSync(file, content);
    fsyncSync(file);
    renameSync(beside, target);
  });
}

/** Opens a new file beside another one. It is removed afterwards, unless it was renamed. */
function withFileBeside(target: string, use: (beside: string, file: number) => void): void {
  const beside = `${target}.${randomUUID()}.tmp`;
  const file = openSync(beside, 'wx', 0o600);
  try {
    use(beside, file);
  } finally {
    closeSync(file);
    rmSync(beside, { force: true });
  }
}

/** Whether this user may replace files of the user `uid`. Root may replace every file. */
function isOwn(uid: number): boolean {
  const user = userId();
  return user === undefined || user === 0 || user === uid;
}

/** `undefined` on Windows, where files have no such owner. */
function userId(): number | undefined {
  return process.geteuid?.();
}
