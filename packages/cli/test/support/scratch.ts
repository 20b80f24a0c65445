import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';

/** A temporary directory for one test. */
export function scratch(): {
  readonly path: string;
  readonly file: (name: string, content?: string | Uint8Array) => string;
} {
  const path = scratchFolder();
  return {
    path,
    file(name, content) {
      const file = join(path, name);
      if (content !== undefined) writeFileSync(file, content);
      return file;
    },
  };
}
