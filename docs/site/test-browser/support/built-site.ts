import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtOnce, filesIn, nameOfBuild } from '../../../../.ci/cached-build.mjs';
import { publishedPackages } from '../../../../.ci/packages.mjs';
import { pageFiles, root } from '../../src/routes.ts';

/** Everything that decides the content of the site. */
function inputs(): readonly string[] {
  return [
    ...pageFiles().map((file) => join(root, file)),
    ...publishedPackages().flatMap(({ folder }) => filesIn(join(folder, 'src'))),
    ...['src', '.vitepress'].flatMap((folder) => filesIn(join(root, 'docs/site', folder))),
    ...['docs/pictures', 'docs/sandbox/deploy'].flatMap((folder) => filesIn(join(root, folder))),
    ...['.ci/generate/api-docs.mjs', '.ci/markdown-links.mjs', 'package-lock.json'].map((file) =>
      join(root, file),
    ),
  ];
}

/** @returns the folder of the built site, which is built on the first call and after each change. */
export function builtSite(): Promise<string> {
  const path = join(root, 'node_modules/.cache/site', nameOfBuild(inputs()));
  return builtOnce(path, async (out) => {
    const program = join(root, 'docs/site/build.ts');
    await promisify(execFile)(process.execPath, ['--import', 'tsx', program, '--out', out], {
      cwd: root,
      // Vitest sets it to `test`, and Vue would be built for development.
      env: { ...process.env, NODE_ENV: 'production' },
    });
  });
}
