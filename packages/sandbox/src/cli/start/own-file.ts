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
 * Opens a file to replace it. A link to a file of this user's is followed, and stays.
 *
 * @throws an error of the file system, or one that says what is in the place of the file.
 */
export function openOwnFile(path: string) {
  const missing = missingFolder(path);
  if (missing !== undefined) throw new Error(missing);
  const link = lstatSync(path, { throwIfNoEntry: false });
  const target = link?.isSymbolicLink() ? resolveLink(path, link) : path;
  const { content, uid } = link ? read(target) : { content: Buffer.alloc(0) };
  // A file is replaced by way of its folder. Only a try tells whether that is allowed.
  withFileBeside(target, () => {});
  return {
    /** Empty when there is no file yet. */
    content,
    /** Puts another content in its place, whole or not at all. Only its owner can read it then. */
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
  // For reading and writing, so that a file that may not be written is left alone. A pipe must not block.
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
    // The umask may have taken more away.
    fchmodSync(file, 0o600);
    // Root leaves a file to its owner.
    if (uid !== undefined && uid !== userId()) fchownSync(file, uid, -1);
    writeFileSync(file, content);
    fsyncSync(file);
    renameSync(beside, target);
  });
}

/** Opens a new file in the folder of another one. It is removed, unless it gets another name. */
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

/** Whether this user may replace what belongs to a user. Root may replace everything. */
function isOwn(uid: number): boolean {
  const user = userId();
  return user === undefined || user === 0 || user === uid;
}

/** Undefined on Windows, where files have no such owner. */
function userId(): number | undefined {
  return process.geteuid?.();
}
