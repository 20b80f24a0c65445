import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from 'screening-webhooks-test-support/run-folder';
import { onTestFinished } from 'vitest';

export const MB = 1024 * 1024;

/** Mounts a disk of this size. @returns `undefined` if this user may not. */
function mountDisk(size: number): string | undefined {
  const path = newFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], {
      stdio: 'ignore',
    });
    return path;
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
}

function unmount(path: string): void {
  // Lazily, for a test that failed with files open.
  execFileSync('umount', ['-l', path]);
  rmSync(path, { recursive: true });
}

/** Whether this user may mount a disk. */
export function canMount(): boolean {
  const probe = mountDisk(MB);
  if (probe !== undefined) unmount(probe);
  return probe !== undefined;
}

/** A disk for this test, with the paths of a folder and of a ballast file. */
export function diskForTest(size: number): { readonly folder: string; readonly ballast: string } {
  const disk = mountDisk(size);
  if (disk === undefined) throw new Error('A disk was mounted a moment ago.');
  onTestFinished(() => unmount(disk));
  return { folder: join(disk, 'data'), ballast: join(disk, 'ballast') };
}

/** Fills the disk so that `left` bytes are free. */
export function fill(ballast: string, left: number): void {
  const { bavail, bsize } = statfsSync(join(ballast, '..'));
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - left));
}
