import { type Agent, resolveCommand } from 'package-manager-detector';

/** The package managers that commands are shown for, in the order of the tabs. */
export const packageManagers = ['npm', 'pnpm', 'yarn', 'bun', 'deno'] as const;

/** A package manager that commands are shown for. */
export type PackageManager = (typeof packageManagers)[number];

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
  const agent = manager === 'yarn' ? 'yarn@berry' : manager;
  const install = INSTALL.exec(line)?.groups;
  if (install) {
    const { dev, packages = '', comment = '' } = install;
    const names = packages.trim().split(/ +/);
    return resolved(agent, 'add', [...(dev ? ['-D'] : []), ...names]) + comment;
  }
  const npx = NPX.exec(line)?.groups;
  if (npx) {
    const { name = '', rest = '' } = npx;
    // Deno and Bun find the command by the package.
    if (manager === 'deno') return `deno run -A npm:${name}${rest}`;
    if (manager === 'bun') return `bunx ${name}${rest}`;
    const isOurs = name.startsWith('@');
    if (isOurs && !installed.has(name)) return resolved(agent, 'execute', [name]) + rest;
    return resolved(agent, 'execute-local', [isOurs ? (commandOf(name) ?? name) : name]) + rest;
  }
  const started = NODE.exec(line)?.groups?.['rest'];
  if (started === undefined || manager === 'pnpm' || manager === 'bun') return line;
  return `${manager === 'deno' ? 'deno run -A' : 'yarn node'} ${started}`;
}

/** A command in the words of a package manager. */
function resolved(
  agent: Agent,
  command: 'add' | 'execute' | 'execute-local',
  args: string[],
): string {
  const found = resolveCommand(agent, command, args);
  if (!found) throw new Error(`${agent} has no command for ${command}.`);
  return [found.command, ...found.args].join(' ');
}
