// Writes the OpenAPI document of the sandbox, from its route table.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSource } from './import-source.mjs';
import { root } from './packages.mjs';

const sandbox = join(root, 'packages/sandbox');

/** @returns what the service answers at `/v1/openapi.json`, as text. */
export function openApiText() {
  return importSource(sandbox, 'src/service/operations.ts', ({ describeApi }) =>
    JSON.stringify(describeApi(), null, 2),
  );
}

/** Writes it to dist. @returns it, parsed. */
export async function writeOpenApiDocument() {
  const text = await openApiText();
  mkdirSync(join(sandbox, 'dist'), { recursive: true });
  writeFileSync(join(sandbox, 'dist/openapi.json'), `${text}\n`);
  return JSON.parse(text);
}
