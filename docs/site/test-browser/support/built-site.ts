import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtOnce, filesIn, nameOfBuild } from '../../../../.ci/cached-build.mjs';
import { publishedPackages } from '../../../../.ci/packages.mjs';
import { exampleRepository } from '../../../../.ci/repository.mjs';
import { pageFiles, root } from '../../src/routes.ts';

/** Everything that decides the content of the site. */
function inputs(): readonly string[] {
  return [
    ...pageFiles().map((file) => join(root, file)),
    ...publishedPackages().flatMap(({ folder }) => filesIn(join(folder, 'src'))),
    ...['src', '.vitepress'].flatMap((folder) => filesIn(join(root, 'docs/site', folder))),
    ...['docs/pictures', 'docs/sandbox/deploy'].flatMap((folder) => filesIn(join(root, folder))),
    ...[
      '.ci/generate/api-docs.mjs',
      '.ci/markdown-links.mjs',
      '.ci/repository.mjs',
      'docs/site/build.ts',
      'package-lock.json',
    ].map((file) => join(root, file)),
  ];
}

/** The path of the site on its server, as GitHub Pages has it for a repository. */
export const base = '/screening-webhooks/';

const built = [
  ...['--import', 'tsx', join(root, 'docs/site/build.ts')],
  ...['--base', base, '--repository', exampleRepository],
];

/**
 * Builds the site on the first call and after each change, as its readers get it: for a repository that has an address.
 *
 * @returns its folder.
 */
export function builtSite(): Promise<string> {
  const path = join(root, 'node_modules/.cache/site', nameOfBuild(inputs(), built.join(' ')));
  return builtOnce(path, async (out) => {
    await promisify(execFile)(process.execPath, [...built, '--out', out], {
      cwd: root,
      // Vitest sets it to `test`, and Vue would be built for development.
      env: { ...process.env, NODE_ENV: 'production' },
    });
  });
}
