import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ADDRESS = 'https://github.com/example/screening-webhooks';

/** A copy of what a release reads, ready to be released, with functions to change and to check it. */
function readyToRelease() {
  const copy = scratchFolder();
  cpSync(join(root, '.ci'), join(copy, '.ci'), {
    recursive: true,
    filter: (path) => !path.includes('node_modules') && !path.includes('mutate'),
  });
  cpSync(join(root, '.changeset/README.md'), join(copy, '.changeset/README.md'));
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  for (const name of readdirSync(join(root, 'packages'))) {
    const file = `packages/${name}/package.json`;
    if (!name.includes('.')) cpSync(join(root, file), join(copy, file));
  }
  const edit = (file: string, change: (text: string) => string) => {
    const before = readFileSync(join(copy, file), 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`${file}: nothing changed.`);
    writeFileSync(join(copy, file), after);
  };
  const core = readFileSync(join(copy, 'packages/core/package.json'), 'utf8');
  const [, version = ''] = core.match(/"version": "(.+)"/) ?? [];
  writeFileSync(join(copy, 'CHANGELOG.md'), `# Changelog\n\n## ${version} (2026-01-01)\n`);
  const setAddress = (address: string) =>
    edit('package.json', (text) =>
      text.replace(/"repository": ".*"/, `"repository": ${JSON.stringify(address)}`),
    );
  setAddress(ADDRESS);
  const check = (env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync('node', [join(copy, '.ci/release-check.mjs')], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...env },
    });
    return { status, output: `${stdout}${stderr}`.trim() };
  };
  return { copy, version, edit, setAddress, check };
}

it('a complete release passes, with the tag of its version', () => {
  const { version, check } = readyToRelease();
  const tag = { GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: `v${version}` };
  expect(check(tag)).toEqual({ status: 0, output: 'Ready for a release.' });
});

it.each([
  ['', 'set `repository` to the address of the repository'],
  ['https://example.com/somewhere', 'expected https://github.com/<owner>/<name>'],
])('the address %j is refused', (address, problem) => {
  const { setAddress, check } = readyToRelease();
  setAddress(address);
  const { status, output } = check();
  expect(status).toBe(1);
  expect(output).toContain(problem);
});

it('another tag, an open changeset, a missing section and a package of another version are refused', () => {
  const { copy, version, edit, check } = readyToRelease();
  writeFileSync(join(copy, '.changeset/brave-cats-jump.md'), '');
  edit('CHANGELOG.md', () => '# Changelog\n\n## Unreleased\n');
  edit('packages/koa/package.json', (text) =>
    text.replace(`"version": "${version}"`, '"version": "0.0.9"'),
  );
  edit('packages/hono/package.json', (text) =>
    text.replace(`core": "${version}"`, `core": "^${version}"`),
  );
  const { status, output } = check({ GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v9.9.9' });
  expect(status).toBe(1);
  const mend = 'run `npm run release:version`, which gives all packages one version.';
  expect(output.split('\n')).toEqual([
    `@screening-webhooks/hono depends on @screening-webhooks/core ^${version}, not ${version}: ${mend}`,
    `@screening-webhooks/koa has version 0.0.9, the core ${version}: ${mend}`,
    '1 changesets are not in a version: run `npm run release:version`.',
    `CHANGELOG.md has no section ${version}: run \`npm run release:version\`.`,
    `The tag is v9.9.9, the version ${version}: push the tag v${version}.`,
  ]);
});

it('a package cannot be published from its folder', () => {
  const { status, stderr } = spawnSync('npm', ['publish', '--dry-run'], {
    cwd: join(root, 'packages/core'),
    encoding: 'utf8',
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain('Publish with `npm run release`');
});
