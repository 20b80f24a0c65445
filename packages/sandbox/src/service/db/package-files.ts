import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The folder is found from the sources, and from bundles at any depth of dist.
function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'migrations'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('The folder migrations of the package is missing.');
    folder = parent;
  }
  return folder;
}

export function migrationsFolder(): string {
  return join(packageFolder(), 'migrations');
}

/** The files of the API reference, which the build copies. In a checkout, also without a build. `undefined` if they are missing. */
export function docsFolder(): string | undefined {
  const folders = ['dist/docs', '../../node_modules/swagger-ui-dist'];
  return folders
    .map((folder) => join(packageFolder(), folder))
    .find((folder) => existsSync(join(folder, 'swagger-ui-bundle.js')));
}

/** An empty database with all tables, written by the build. `undefined` if not built. */
export const templateFile = (): string | undefined =>
  builtPath(process.env['SCREENING_SANDBOX_TEMPLATE'], 'dist/database.tar.gz');

/** The built dashboard. `undefined` if not built. */
export const dashboardFolder = (): string | undefined =>
  builtPath(process.env['SCREENING_SANDBOX_DASHBOARD'], 'dist/dashboard');

/** The built page at /check. `undefined` if not built. */
export const checkPageFolder = (): string | undefined =>
  builtPath(process.env['SCREENING_SANDBOX_CHECK_PAGE'], 'dist/check');

function builtPath(chosen: string | undefined, usual: string): string | undefined {
  const path = chosen ?? join(packageFolder(), usual);
  return existsSync(path) ? path : undefined;
}
