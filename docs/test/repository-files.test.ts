import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import projects from '../../vitest.workspace.ts';

// Files that no other program of the repository reads.

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '*.yml', '*.yaml'];
const yamlFiles = execFileSync('git', listing, { cwd: root, encoding: 'utf8' }).trim().split('\n');

function parseYaml(file: string): unknown {
  const document = parseDocument(read(file), { strict: true, uniqueKeys: true });
  expect({ file, problems: [...document.errors, ...document.warnings] }).toEqual({
    file,
    problems: [],
  });
  return document.toJS();
}

const step = z.object({ uses: z.string().optional(), run: z.string().optional() });
const workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      permissions: z.record(z.string(), z.string()).optional(),
      uses: z.string().optional(),
      with: z.object({ all: z.boolean() }).optional(),
      strategy: z.object({ matrix: z.object({ node: z.array(z.string()) }) }).optional(),
      services: z.record(z.string(), z.object({ ports: z.array(z.string()) })).optional(),
      steps: z.array(step).optional(),
    }),
  ),
});
const ci = () => workflow.parse(parseYaml('.github/workflows/ci.yml'));
const release = () => workflow.parse(parseYaml('.github/workflows/release.yml'));
const weekly = () => workflow.parse(parseYaml('.github/workflows/weekly.yml'));
const docs = () => workflow.parse(parseYaml('.github/workflows/docs.yml'));
const scripts = z.object({
  scripts: z.record(z.string(), z.string()),
  engines: z.object({ node: z.string() }),
});
const manifest = scripts.parse(JSON.parse(read('package.json')));

it('no test makes a folder of a random name, draws lots, or takes a port that it has found free', () => {
  const chance = 'mk[d]temp|Math[.]random|random[I]nt|free[P]ort';
  const search = ['grep', '--untracked', '-lE', chance, '--', '*/test*/*.ts', 'tests/*.ts'];
  const { stdout, status } = spawnSync('git', search, { cwd: root, encoding: 'utf8' });
  // The status says that nothing was found.
  expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
  // And so the linter ignores a folder that a test makes beside sources.
  expect(read('.gitignore')).toContain('\n.scratch-*\n');
});

it('the pages name npm scripts and Vitest projects that exist', () => {
  const list = (...patterns: readonly string[]): string[] =>
    execFileSync('git', ['ls-files', '--', ...patterns], { cwd: root, encoding: 'utf8' })
      .trim()
      .split('\n');
  const known = list('package.json', '**/package.json').flatMap((file) =>
    Object.keys(JSON.parse(read(file)).scripts ?? {}),
  );
  const names = projects.map(({ test }) => test?.name);
  const unknown = list('*.md')
    // It names what there was.
    .filter((file) => file !== 'CHANGELOG.md')
    .flatMap((file) => {
      const text = read(file);
      const scripts = text.matchAll(/npm run (?:--silent )?([\w:-]+)/g);
      const asked = text.matchAll(/vitest run --project '?([\w-]+)(?=['\s`])/g);
      return [
        ...[...scripts].filter(([, name = '']) => !known.includes(name)),
        ...[...asked].filter(([, name = '']) => !names.includes(name)),
      ].map(([command]) => `${file}: ${command}`);
    });
  expect(unknown).toEqual([]);
});

it('each YAML file can be parsed', () => {
  expect(yamlFiles).toContain('.github/workflows/ci.yml');
  for (const file of yamlFiles) parseYaml(file);
});

it('the workflows use actions of one version, and commands that exist', () => {
  const jobs = [ci(), release(), weekly(), docs()].flatMap((file) => Object.values(file.jobs));
  const steps = jobs.flatMap((job) => job.steps ?? []);
  for (const { uses } of steps) {
    if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/);
  }
  const commands = steps.flatMap(({ run = '' }) => run.match(/^(?:npm|\.ci).*/gm) ?? []);
  for (const command of commands) {
    const [, script] = command.match(/^npm run (\S+)/) ?? [];
    if (script !== undefined) expect(manifest.scripts).toHaveProperty(script);
  }
  for (const { uses } of jobs) if (uses !== undefined) read(uses);
});

it('each push runs .ci/run, and each week runs all', () => {
  const last = ci().jobs['run']?.steps?.at(-1);
  expect(last?.run).toMatch(/^\.ci\/run \$\{\{ inputs\.all && '--all' \|\| '' \}\}$/);
  expect(weekly().jobs['check']).toMatchObject({
    uses: './.github/workflows/ci.yml',
    with: { all: true },
  });
});

it('only the jobs that publish may ask for an identity, and one may open an issue', () => {
  expect(ci().permissions).toEqual({ contents: 'read' });
  expect(release().permissions).toEqual({ contents: 'read' });
  expect(release().jobs['publish']?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  expect(weekly().permissions).toEqual({ contents: 'read' });
  expect(weekly().jobs['report']?.permissions).toEqual({ issues: 'write' });
  expect(docs().permissions).toEqual({ contents: 'read' });
  expect(docs().jobs['build']?.permissions).toBeUndefined();
  expect(docs().jobs['publish']?.permissions).toEqual({ pages: 'write', 'id-token': 'write' });
});

it('npm test runs on the oldest supported Node, with Redis, PostgreSQL and MariaDB', () => {
  const { run, node } = ci().jobs;
  expect(node?.strategy?.matrix.node).toEqual(['20.19', '22', '24']);
  expect(manifest.engines.node).toBe('>=20.19');
  for (const job of [run, node]) {
    const ports = Object.values(job?.services ?? {}).flatMap((service) => service.ports);
    expect(ports).toEqual(['6379:6379', '5432:5432', '3306:3306']);
  }
  expect(read('.node-version')).toMatch(/^20\.\d+\.\d+\n$/);
});

it('the versions of frameworks and clients in docs/versioning.md are those of the peer dependencies', () => {
  const peers = z.object({ peerDependencies: z.record(z.string(), z.string()).optional() });
  const promised = readdirSync(join(root, 'packages'))
    .filter((name) => !name.includes('.'))
    .flatMap((name) => {
      const text = read(`packages/${name}/package.json`);
      return Object.entries(peers.parse(JSON.parse(text)).peerDependencies ?? {});
    })
    // The types of a framework follow its versions.
    .filter(([name]) => !name.startsWith('@types/'));
  const rows = read('docs/versioning.md').matchAll(/^\| `?([^|`]+?)`? \| `([^`]+)` \|/gm);
  const documented = [...rows].map(([, name = '', range = '']) => [
    name.toLowerCase(),
    range.replaceAll('\\', ''),
  ]);
  expect(documented.sort()).toEqual(promised.sort());
});

it('.github/renovate.json is JSON', () => {
  expect(JSON.parse(read('.github/renovate.json'))).toHaveProperty('extends');
});

it('each package with an install script is allowed or denied, and no other', () => {
  const { packages } = z
    .object({
      packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
    })
    .parse(JSON.parse(read('package-lock.json')));
  const { allowScripts } = z
    .object({ allowScripts: z.record(z.string(), z.boolean()) })
    .parse(JSON.parse(read('package.json')));
  const withScript = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(Object.keys(allowScripts).toSorted()).toEqual([...new Set(withScript)].toSorted());
});
