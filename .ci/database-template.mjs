// The database that a sandbox starts from: all tables, no rows. Loading it is faster than creating the tables.
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { manifestOf, root } from './packages.mjs';

const sandbox = join(root, 'packages/sandbox');
const cache = join(sandbox, 'node_modules/.cache');

/** Names the template after everything that decides its content. */
function cachedFile() {
  const hash = createHash('sha256').update(
    JSON.stringify(manifestOf(sandbox).dependencies['@electric-sql/pglite']),
  );
  const inputs = ['migrations', 'src/store'].flatMap((folder) =>
    readdirSync(join(sandbox, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort(),
  );
  for (const file of inputs)
    hash.update(`\n${file.slice(sandbox.length)}\n`).update(readFileSync(file));
  return join(cache, `database-${hash.digest('hex').slice(0, 16)}.tar.gz`);
}

/** @returns the path of the template, which is created on the first call and after each change of the migrations. */
export async function databaseTemplate() {
  const file = cachedFile();
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  const unfinished = join(cache, randomUUID());
  const program = `${unfinished}.mjs`;
  await build({
    entryPoints: [join(sandbox, 'src/store/create-template.ts')],
    outfile: program,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'es2022',
  });
  const { createTemplate } = await import(pathToFileURL(program).href);
  writeFileSync(unfinished, await createTemplate());
  // At once, so that another process never loads half of a file.
  renameSync(unfinished, file);
  return file;
}
