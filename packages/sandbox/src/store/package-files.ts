import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The same for the sources and for bundles at any depth of dist.
function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'migrations'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('The folder migrations of the package is missing.');
    folder = parent;
  }
  return folder;
}

/** The SQL files that create the tables. */
export function migrationsFolder(): string {
  return join(packageFolder(), 'migrations');
}

/** An empty database with all tables, written by the build. Undefined: not built. */
export function templateFile(): string | undefined {
  const file =
    process.env['SCREENING_SANDBOX_TEMPLATE'] ?? join(packageFolder(), 'dist/database.tar.gz');
  return existsSync(file) ? file : undefined;
}
