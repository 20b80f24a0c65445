// Child processes and folders are removed however the driver ends.
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const children = new Set();
const folders = new Set();

/** Creates a temporary folder, owned by `{ uid, gid }` if given. */
export function scratchFolder(owner) {
  const folder = mkdtempSync(join(tmpdir(), 'screening-webhooks-crash-'));
  folders.add(folder);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

/** Kills the child when the driver exits, with the signal that also ends the child's own children. */
export function killOnExit(child, signal = 'SIGKILL') {
  const entry = { child, signal };
  children.add(entry);
  child.once('exit', () => children.delete(entry));
  return child;
}

process.on('exit', () => {
  for (const { child, signal } of children) child.kill(signal);
  // A database server may still be writing.
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});
for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.once(signal, () => process.exit(status));
}
