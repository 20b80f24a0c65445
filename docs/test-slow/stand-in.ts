import { writeFileSync } from 'node:fs';

/** Writes a program that a terminal runs in place of another program. */
export function standIn(file: string, script: string): void {
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}
