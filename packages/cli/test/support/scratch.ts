import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A temporary directory for one test. */
export function scratch(): {
  readonly path: string;
  readonly file: (name: string, content?: string | Uint8Array) => string;
} {
  const path = mkdtempSync(join(tmpdir(), 'screening-webhooks-cli-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    file(name, content) {
      const file = join(path, name);
      if (content !== undefined) writeFileSync(file, content);
      return file;
    },
  };
}
