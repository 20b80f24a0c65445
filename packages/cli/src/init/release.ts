import { join } from 'node:path';
import type { Manager } from './detect.js';

const SCOPE = '@screening-webhooks/';

/** The sibling packages that each package depends on. A test compares them with the manifests. */
export const SIBLINGS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  express: ['core'],
  fastify: ['core'],
  hono: ['core'],
  koa: ['core'],
  sqlite: ['core'],
  testing: ['core'],
  client: ['core'],
  sandbox: ['client', 'core', 'testing'],
};

/** Where the packages come from: a registry at the version of this release, or a folder of its tarballs. */
export interface Source {
  readonly version: string;
  readonly tarballs: string | undefined;
}

const ADD: Readonly<Record<Manager, readonly string[]>> = {
  npm: ['npm', 'install', '--save-exact'],
  pnpm: ['pnpm', 'add', '--save-exact'],
  yarn: ['yarn', 'add', '--exact'],
  bun: ['bun', 'add', '--exact'],
};

const DEVELOPMENT: Readonly<Record<Manager, string>> = {
  npm: '--save-dev',
  pnpm: '--save-dev',
  yarn: '--dev',
  bun: '--dev',
};

// These commands never fetch a missing program from the registry, where another package may have its name.
const RUN: Readonly<Record<Manager, string>> = {
  npm: 'npx --no --',
  pnpm: 'pnpm exec',
  yarn: 'yarn',
  bun: 'bun run',
};

/** The package manager's command for an installed program. */
export function runInstalled(manager: Manager, program: string): string {
  return `${RUN[manager]} ${program}`;
}

/** The packages that the files of `init` import: our own, and others by name and version. */
export interface Packages {
  readonly own: readonly string[];
  readonly others: Readonly<Record<string, string>>;
}

/** The commands that install the missing packages, by exact names and versions. */
export function installCommands(
  manager: Manager,
  dependencies: Readonly<Record<string, string>>,
  needed: Packages,
  source: Source,
): (readonly string[])[] {
  const lacked = (name: string): boolean => !(`${SCOPE}${name}` in dependencies);
  // A tarball's siblings come from the same folder, not from a registry.
  const withSiblings = (names: readonly string[]): string[] =>
    source.tarballs === undefined
      ? [...names]
      : [...new Set(names.flatMap((name) => [name, ...(SIBLINGS[name] ?? [])]))].filter(lacked);
  const own = withSiblings(needed.own.filter(lacked));
  const others = Object.entries(needed.others).filter(([name]) => !(name in dependencies));
  // A package that is already a dependency must not become a development dependency.
  const development = withSiblings(['testing', 'sandbox'].filter(lacked)).filter(
    (name) => !own.includes(name),
  );
  const ofRelease = (names: readonly string[]): string[] =>
    names.map((name) => specifierOf(name, source));
  const groups = [
    { flags: [], names: [...ofRelease(own), ...others.map((other) => other.join('@'))] },
    { flags: [DEVELOPMENT[manager]], names: ofRelease(development) },
  ];
  return groups.flatMap(({ flags, names }) =>
    names.length === 0 ? [] : [[...ADD[manager], ...flags, ...names]],
  );
}

function specifierOf(name: string, { version, tarballs }: Source): string {
  return tarballs === undefined
    ? `${SCOPE}${name}@${version}`
    : join(tarballs, `screening-webhooks-${name}-${version}.tgz`);
}
