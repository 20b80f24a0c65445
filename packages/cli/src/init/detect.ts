import { UsageError } from 'screening-webhooks-terminal';
import { pageAt } from '../documentation.js';
import { type AppSite, findApps } from './find-app.js';
import { type Manifest, readManifest } from './manifest.js';
import type { ProjectFiles } from './project-files.js';

export type ServerFramework = 'express' | 'fastify' | 'koa' | 'hono';
export type Framework = ServerFramework | 'next';
export type Runner = 'vitest' | 'jest' | 'node:test';
export type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** The framework, tools and files of a project. */
export interface Project {
  readonly framework: Framework;
  /** As shown: `Express 4`. */
  readonly label: string;
  readonly module: 'esm' | 'commonjs';
  readonly typescript: boolean;
  readonly runner: Runner;
  readonly manager: Manager;
  readonly workers: boolean;
  /** `dependencies` and `devDependencies`, by name. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** The scripts of package.json, by name. */
  readonly scripts: Readonly<Record<string, string>>;
  /** The entry point that package.json names. */
  readonly main: string | undefined;
  /** Where the app is created. `undefined` for Next.js, and when the place is not certain. */
  readonly app: AppSite | undefined;
  /** Why the place is not certain. */
  readonly doubt: string | undefined;
}

const FRAMEWORKS = {
  next: { name: 'Next.js', majors: [13, 14, 15, 16] },
  express: { name: 'Express', majors: [4, 5] },
  fastify: { name: 'Fastify', majors: [4, 5] },
  koa: { name: 'Koa', majors: [2, 3] },
  hono: { name: 'Hono', majors: [4] },
} as const;

// A framework precedes those that it is built on.
const RECIPES: readonly (readonly [dependency: string, name: string, recipe?: string])[] = [
  ['@nestjs/core', 'NestJS'],
  ['@sveltejs/kit', 'SvelteKit'],
  ['@react-router/dev', 'React Router', 'React Router and Remix'],
  ['@remix-run/node', 'Remix', 'React Router and Remix'],
  ['@google-cloud/functions-framework', 'Google Cloud Functions'],
  ['@azure/functions', 'Azure Functions'],
  ['@types/aws-lambda', 'AWS Lambda'],
];

const LOCKS: readonly (readonly [file: string, manager: Manager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

/**
 * Detects the framework and tools of a project. Reads only.
 *
 * @returns `empty` for a folder without a project.
 * @throws UsageError for a project that `init` does not support. The message names a page that helps.
 */
export function detect(files: ProjectFiles): Project | 'empty' {
  const text = files.read('package.json');
  if (text === undefined) {
    const begun = files.paths.some((path) => !/^(\.|README|LICEN[CS]E)/i.test(path));
    if (!begun) return 'empty';
    throw new UsageError(
      `init: this folder has files, but no package.json. Run it where package.json is; a receiver in another language is checked by prove (${pageAt('cli', 'prove: conformance checks for any language')}).`,
    );
  }
  const manifest = readManifest(text);
  const { dependencies, scripts, main } = manifest;
  const { framework, app, doubt } = findFramework(dependencies, files);
  const { name, majors } = FRAMEWORKS[framework];
  const major = Number(/\d+/.exec(dependencies[framework] ?? '')?.[0]);
  if (major && !majors.some((known) => known === major)) {
    throw new UsageError(`init: ${name} ${major} is not supported: see ${pageAt('recipes')}.`);
  }
  const workers =
    framework === 'hono' &&
    ('wrangler' in dependencies ||
      files.paths.some((path) => /^wrangler\.(toml|jsonc?)$/.test(path)));
  const platform = workers ? ' on Workers' : '';
  return {
    framework,
    label: `${major ? `${name} ${major}` : name}${framework === 'next' ? ', App Router' : platform}`,
    module: moduleOf(app, manifest, files),
    typescript: app ? /\.[cm]?tsx?$/.test(app.path) : files.paths.includes('tsconfig.json'),
    runner: 'vitest' in dependencies ? 'vitest' : 'jest' in dependencies ? 'jest' : 'node:test',
    manager: managerOf(manifest, files),
    workers,
    dependencies,
    scripts,
    main,
    app,
    doubt,
  };
}

function findFramework(
  dependencies: Readonly<Record<string, string>>,
  files: ProjectFiles,
): Pick<Project, 'framework' | 'app' | 'doubt'> {
  for (const [dependency, name, recipe = name] of RECIPES) {
    if (dependency in dependencies) {
      throw new UsageError(
        `init does not write files for ${name}: ${pageAt('recipes', recipe)} has one to copy.`,
      );
    }
  }
  if ('next' in dependencies) {
    if (appFolder(files) !== undefined)
      return { framework: 'next', app: undefined, doubt: undefined };
    throw new UsageError(
      `init writes for the App Router of Next.js, and there is no folder app: ${pageAt('recipes', 'Next.js, Pages Router')} has a file for the Pages Router.`,
    );
  }
  const servers = (['express', 'fastify', 'koa', 'hono'] as const).filter(
    (name) => name in dependencies,
  );
  const [first] = servers;
  if (first === undefined) {
    throw new UsageError(
      `init: package.json names no framework that it knows (Express, Fastify, Koa, Hono, Next.js). ${pageAt('recipes')} has others, ${pageAt('core')} has Node's own http.`,
    );
  }
  const found = servers.map((framework) => ({ framework, apps: findApps(framework, files) }));
  const used = found.filter(({ apps }) => apps.length > 0);
  if (servers.length > 1 && used.length !== 1) {
    throw new UsageError(
      `init: package.json names ${servers.join(' and ')}: see ${pageAt('recipes')}.`,
    );
  }
  const { framework, apps } = used[0] ?? { framework: first, apps: [] };
  const [app, ...others] = apps;
  if (app && others.length === 0) return { framework, app, doubt: undefined };
  const sites = apps.map(({ path, first: line }) => `${path}:${line + 1}`).join(', ');
  const doubt = app
    ? `there are several apps: ${sites}`
    : 'the line that makes the app was not found';
  return { framework, app: undefined, doubt };
}

/** The folder of the App Router, or `undefined` if the project has none. */
export function appFolder(files: ProjectFiles): string | undefined {
  return ['app', 'src/app'].find((folder) =>
    files.paths.some((path) => path.startsWith(`${folder}/`)),
  );
}

function moduleOf(
  app: AppSite | undefined,
  { type }: Manifest,
  files: ProjectFiles,
): Project['module'] {
  if (app === undefined) return type === 'module' ? 'esm' : 'commonjs';
  if (/\.m[jt]sx?$/.test(app.path)) return 'esm';
  // A compiler may turn `import` into `require`, so the source decides.
  return /^import\s/m.test(files.read(app.path) ?? '') ? 'esm' : 'commonjs';
}

function managerOf({ packageManager = '' }: Manifest, files: ProjectFiles): Manager {
  const [named] = packageManager.split('@');
  const known = (['npm', 'pnpm', 'yarn', 'bun'] as const).find((manager) => manager === named);
  return known ?? LOCKS.find(([file]) => files.paths.includes(file))?.[1] ?? 'npm';
}
