import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundleCommand } from '../test/support/bundle-command.js';
import { canMount, diskForTest, fill, MB } from './service/db/folder/support/disk.js';

/** Starts the command on a folder. */
async function startIn(folder: string) {
  const flags = ['--json', '--port', '0', '--data', folder];
  const child = spawn(process.execPath, [await bundleCommand(), ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const ended = once(child, 'close');
  const first = await Promise.race([once(child.stdout, 'data'), ended]);
  if (stderr !== '') throw new Error(stderr);
  const { url } = JSON.parse(String(first[0]));
  return { url, child, ended, stderr: () => stderr };
}

/** Makes the service store requests until it fails. Resolves with the status of the failure. */
async function writeUntilFailure(url: string): Promise<number> {
  for (;;) {
    const { ok, status } = await fetch(`${url}/sink/disk`, {
      method: 'POST',
      body: randomBytes(64_000),
    });
    if (!ok) return status;
  }
}

describe.skipIf(!canMount())(
  'the command on a full disk (skipped where this user may not mount)',
  () => {
    it.each([
      // The next file of the log has 1 MB.
      2, 0.9,
    ])(
      'with %d MB left answers the request that failed, says why in one sentence, and ends; later it goes on',
      async (left) => {
        const { folder, ballast } = diskForTest(80 * MB);
        const { url, ended, stderr } = await startIn(folder);
        fill(ballast, left * MB);
        expect(await writeUntilFailure(url)).toBe(500);
        expect(await ended).toEqual([1, null]);
        expect(stderr()).toMatch(
          /^error: The database has ended .* has space, then start again\.\n$/,
        );
        rmSync(ballast);
        const again = await startIn(folder);
        expect((await fetch(`${again.url}/sink/disk`, { method: 'POST' })).status).toBe(200);
        again.child.kill('SIGTERM');
        expect(await again.ended).toEqual([0, null]);
      },
    );
  },
);
