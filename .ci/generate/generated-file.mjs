import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../packages.mjs';

const HEADER =
  '// Generated from the OpenAPI document by `npm run generate:api-types`. Do not edit.\n\n';

/** Writes a file that is generated from the OpenAPI document. With --check, compares it with the committed one instead. */
export function generatedFile(path, text) {
  const file = join(root, path);
  const whole = HEADER + text;
  if (!process.argv.includes('--check')) {
    writeFileSync(file, whole);
  } else if (readFileSync(file, 'utf8') !== whole) {
    console.error(
      `${path} is not what the OpenAPI document says: run \`npm run generate:api-types\`.`,
    );
    process.exitCode = 1;
  }
}
