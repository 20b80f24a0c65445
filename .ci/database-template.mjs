// The database that a sandbox starts from: all tables, no rows. Loading it is faster than creating the tables.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtOnce, filesIn, nameOfBuild } from './cached-build.mjs';
import { importSource } from './import-source.mjs';
import { manifestOf, root } from './packages.mjs';

const sandbox = join(root, 'packages/sandbox');

async function build(file) {
  await importSource(sandbox, 'src/service/db/create-template.ts', async ({ createTemplate }) =>
    writeFileSync(file, await createTemplate()),
  );
}

/** @returns the path of the template, which is created on the first call and after each change of the migrations. */
export function databaseTemplate() {
  const files = ['migrations', 'src/service/db'].flatMap((folder) =>
    filesIn(join(sandbox, folder)),
  );
  const name = nameOfBuild(files, manifestOf(sandbox).dependencies['@electric-sql/pglite']);
  return builtOnce(join(sandbox, `node_modules/.cache/database-${name}.tar.gz`), build);
}
