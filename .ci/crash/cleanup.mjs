// Whatever happens to the driver, nothing that it started outlives it: child processes and folders.
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const children = new Set();
const folders = new Set();

/** A new temporary folder, which a user id may own. */
export function scratchFolder(owner) {
  const folder = mkdtempSync(join(tmpdir(), 'screening-webhooks-crash-'));
  folders.add(folder);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

/** Ends the child with the driver, by the signal that also ends what the child has started itself. */
export function tied(child, signal = 'SIGKILL') {
  const entry = { child, signal };
  children.add(entry);
  child.once('exit', () => children.delete(entry));
  return child;
}

process.on('exit', () => {
  for (const { child, signal } of children) child.kill(signal);
  // A database server is still writing its last.
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});
for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.once(signal, () => process.exit(status));
}
