/** The package managers that commands are shown for, in the order of the tabs. */
export const packageManagers = ['npm', 'pnpm', 'yarn', 'bun', 'deno'] as const;

/** A package manager that commands are shown for. */
export type PackageManager = (typeof packageManagers)[number];

interface Words {
  /** Adds a dependency, and a development dependency. */
  readonly add: string;
  readonly addDev: string;
  /** Runs a command of an installed package. */
  readonly exec: string;
  /** Runs a package that is not installed. */
  readonly run: string;
  /** Starts a file of JavaScript. */
  readonly node: string;
  /** The prefix of the name of an npm package. */
  readonly from: string;
}

const words: Readonly<Record<Exclude<PackageManager, 'npm'>, Words>> = {
  pnpm: {
    add: 'pnpm add',
    addDev: 'pnpm add -D',
    exec: 'pnpm exec',
    run: 'pnpm dlx',
    node: 'node',
    from: '',
  },
  yarn: {
    add: 'yarn add',
    addDev: 'yarn add -D',
    exec: 'yarn exec',
    run: 'yarn dlx',
    node: 'yarn node',
    from: '',
  },
  bun: { add: 'bun add', addDev: 'bun add -d', exec: 'bunx', run: 'bunx', node: 'node', from: '' },
  deno: {
    add: 'deno add',
    addDev: 'deno add -D',
    exec: 'deno run -A npm:',
    run: 'deno run -A npm:',
    node: 'deno run -A',
    from: 'npm:',
  },
};

const INSTALL = /^npm install (?<dev>--save-dev )?(?<packages>(?!-)[^#]+?)(?<comment> *#.*)?$/;
const NPX = /^npx (?<name>\S+)(?<rest>.*)$/;
const NODE = /^node (?<rest>.*)$/;

/** Whether a command installs packages, so that other package managers have a counterpart. */
export function addsPackages(line: string): boolean {
  return INSTALL.test(line);
}

/**
 * @param line A command for npm, such as `npm install --save-dev vitest`.
 * @param installed The packages that are installed when it runs.
 * @param commandOf The name of the command that a package of this repository installs.
 * @returns the same command for another package manager, or `line` if it does not concern packages.
 */
export function commandFor(
  manager: PackageManager,
  line: string,
  installed: ReadonlySet<string>,
  commandOf: (name: string) => string | undefined,
): string {
  if (manager === 'npm') return line;
  const { add, addDev, exec, run, node, from } = words[manager];
  const install = INSTALL.exec(line)?.groups;
  if (install) {
    const { dev, packages = '', comment = '' } = install;
    const names = packages.trim().split(/ +/);
    return `${dev ? addDev : add} ${names.map((name) => from + name).join(' ')}${comment}`;
  }
  const npx = NPX.exec(line)?.groups;
  if (npx) {
    const { name = '', rest = '' } = npx;
    // Deno and Bun find the command by the package.
    if (manager === 'deno') return `${exec}${name}${rest}`;
    if (manager === 'bun') return `${exec} ${name}${rest}`;
    const isOurs = name.startsWith('@');
    if (isOurs && !installed.has(name)) return `${run} ${name}${rest}`;
    return `${exec} ${isOurs ? (commandOf(name) ?? name) : name}${rest}`;
  }
  const started = NODE.exec(line)?.groups;
  return started ? `${node} ${started['rest']}` : line;
}
