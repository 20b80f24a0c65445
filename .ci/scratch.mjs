import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Calls `work` with a new folder, which is removed when `work` has ended. @returns the result of `work`. */
export async function inScratch(name, work) {
  const folder = mkdtempSync(join(tmpdir(), `screening-webhooks-${name}-`));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
