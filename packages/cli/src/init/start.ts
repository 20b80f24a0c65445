import { posix } from 'node:path';
import type { Manager, Project } from './detect.js';
import { findPort, listens, portInScript } from './port.js';
import type { ProjectFiles } from './project-files.js';
import { runInstalled } from './release.js';
import { appSources, codeOf, importsOf, resolveFile, withImports } from './sources.js';

/** How the app is started, so that it gets the variables of its env file. */
export interface Start {
  /** The command line. Undefined when only the file is known, or nothing. */
  readonly command: string | undefined;
  /** The source that it runs, as far as it is known. */
  readonly file: string | undefined;
  /** Whether the app gets the variables of the env file by it. Otherwise they have to be in its environment. */
  readonly readsEnv: boolean;
  /** The port on which the app then listens; undefined when it was not found. */
  readonly port: number | undefined;
}

/** A command without its port. */
interface Command extends Omit<Start, 'port'> {
  /** The script that it comes from; empty if there is none. */
  readonly script: string;
  /** Whether it runs the output of a compiler. */
  readonly isBuilt: boolean;
}

interface Context {
  readonly project: Project;
  readonly files: ProjectFiles;
  /** The file of variables with the signing secret. */
  readonly env: string;
}

/**
 * How a project starts its app: by its script `start` or `dev`, else by its `main`, else by the file that listens.
 *
 * @param env The file of variables with the signing secret.
 */
export function startOf(project: Project, files: ProjectFiles, env: string): Start {
  const { framework, workers, app } = project;
  // Both read the file themselves.
  if (workers) return platformStart(project, 'wrangler dev', wranglerPort(files) ?? 8787);
  if (framework === 'next') return platformStart(project, 'next dev', 3000);
  const command = commandOf({ project, files, env });
  const { script, file } = command;
  const sources = [
    ...(file === undefined ? [] : withImports(file, files)),
    ...(app ? [app.path] : []),
    ...appSources(files).filter((path) => listens(path, app?.name, files)),
  ];
  const envFiles = [...envFilesIn(script), env];
  return { ...command, port: findPort({ script, sources, app: app?.name, envFiles }, files) };
}

function platformStart({ manager, scripts }: Project, program: string, usual: number): Start {
  const name = ['dev', 'start'].find((each) => scripts[each]?.includes(program));
  const script = name === undefined ? '' : (scripts[name] ?? '');
  return {
    command: name === undefined ? runInstalled(manager, program) : runScript(manager, name),
    file: undefined,
    readsEnv: true,
    port: portInScript(script, 'PORT') ?? usual,
  };
}

function wranglerPort(files: ProjectFiles): number | undefined {
  const settings = ['wrangler.jsonc', 'wrangler.json', 'wrangler.toml'].map(files.read).join('\n');
  const [, port] = /\bdev\b[^}]*?\bport"?\s*[:=]\s*(\d{2,5})\b/.exec(settings) ?? [];
  return port === undefined ? undefined : Number(port);
}

function commandOf(context: Context): Command {
  const commands = ['start', 'dev'].flatMap((name) => commandOfScript(name, context));
  return (
    commands.find(({ readsEnv, isBuilt }) => readsEnv && !isBuilt) ??
    commands.find(({ readsEnv }) => readsEnv) ??
    commands[0] ??
    commandOfFile(context)
  );
}

/** The names of a script and of the scripts that it only calls: the last one has the command. */
function chainOf(name: string, scripts: Project['scripts']): string[] {
  const chain = new Set([name]);
  for (const each of chain) {
    const [, called] = A_SCRIPT.exec(scripts[each]?.trim() ?? '') ?? [];
    if (called !== undefined && scripts[called] !== undefined) chain.add(called);
  }
  return [...chain];
}

const A_SCRIPT = /^(?:npm|pnpm|yarn|bun)(?: run)? ([\w:.-]+)$/;
const PROGRAM =
  /^(?<before>(?:cross-env\s+)?(?:\w+=\S+\s+)*)(?:(?:npx|pnpm exec|yarn|bunx)\s+)?(?<program>node|nodemon|tsx(?:\s+watch)?|bun)\s+(?<rest>[^|;&<>`$()]+)$/;
// Node options whose value may be a separate word.
const OPTION_WITH_VALUE =
  /(?:^|\s)(?:-r|-C|--require|--import|--loader|--conditions|--watch-path)[= ]\S+/g;

/** The parts of a script. `init` may not know the program, which is then missing. */
function readScript(script: string) {
  const steps = script.split(/\s*&&\s*/);
  const { before = '', program, rest = '' } = PROGRAM.exec(steps.pop() ?? '')?.groups ?? {};
  const [entry] = rest
    .replace(OPTION_WITH_VALUE, '')
    .split(/\s+/)
    .filter((word) => word !== '' && word !== 'run' && !word.startsWith('-'))
    .map((word) => word.replaceAll(/['"]/g, ''));
  const isKnown = program !== undefined && steps.every((step) => A_SCRIPT.test(step));
  return { steps, before, program: isKnown ? program : undefined, rest: rest.trim(), entry };
}

/** The command of a script. None for a name that has no script. */
function commandOfScript(name: string, context: Context): Command[] {
  const { project, files, env } = context;
  const { manager, scripts } = project;
  const chain = chainOf(name, scripts);
  const script = scripts[chain.at(-1) ?? name]?.trim();
  if (!script) return [];
  const { steps, before, program, rest, entry } = readScript(script);
  const file = entry === undefined ? undefined : entryFile(entry, project, files);
  const isBuilt = program === 'node' && entry !== undefined && file === undefined;
  const found = { script, file: file ?? sourceOfBuilt(entry ?? '', files), isBuilt };

  const hooks = chain.map((each) => `pre${each}`).filter((each) => scripts[each] !== undefined);
  const needsBuild = isBuilt && steps.length + hooks.length === 0 && scripts['build'] !== undefined;
  const build = needsBuild ? [runScript(manager, 'build')] : [];
  const asIs = runScript(manager, name);
  if (program === 'bun' || readsEnvItself(script, context)) {
    return [{ ...found, command: [...build, asIs].join(' && '), readsEnv: true }];
  }
  // With more than the file, it may run another program than Node.
  const isNode =
    program === 'node' || (program === 'nodemon' && file !== undefined && rest === entry);
  if (!isNode && !program?.startsWith('tsx')) {
    return [{ ...found, command: asIs, readsEnv: false }];
  }
  const line = `${isNode ? 'node' : program} --env-file=${env} ${rest}`;
  const run = before.startsWith('cross-env')
    ? runInstalled(manager, before + line)
    : before + (isNode ? line : runInstalled(manager, line));
  const first = hooks.map((hook) => runScript(manager, hook));
  const command = [...build, ...first, ...steps, run].join(' && ');
  return [{ ...found, command, readsEnv: true }];
}

function runScript(manager: Manager, name: string): string {
  return name === 'start' && manager !== 'bun' ? `${manager} start` : `${manager} run ${name}`;
}

function entryFile(entry: string, { main }: Project, files: ProjectFiles): string | undefined {
  if (entry === '') return undefined;
  return resolveFile(entry === '.' || entry === './' ? (main ?? '.') : entry, files);
}

/** The source of a file that a compiler writes: src/server.ts of dist/server.js. */
function sourceOfBuilt(path: string, files: ProjectFiles): string | undefined {
  const [, inside] = /^(?:\.\/)?[^/]+\/(.+)$/.exec(path) ?? [];
  if (inside === undefined) return undefined;
  return resolveFile(posix.join('src', inside), files) ?? resolveFile(inside, files);
}

/** The files of variables that a script names. */
function envFilesIn(script: string): string[] {
  const found = script.match(/(?:[\w./-]*\/)?\.env[\w.-]*/g) ?? [];
  return found.map((path) => posix.normalize(path));
}

/** Whether the app gets the variables of the env file when it is started by its script as it is. */
function readsEnvItself(script: string, { project, files, env }: Context): boolean {
  if (/--env-file|\bdotenvx?\b|\benv-cmd\b/.test(script)) {
    const named = envFilesIn(script);
    return named.length === 0 || named.includes(env);
  }
  const loading = appSources(files)
    .map((path) => codeOf(path, files))
    .filter((text) => /['"]dotenv\b|\bloadEnvFile\b/.test(text));
  // It may load another file.
  if (loading.some((text) => /\bconfig\(\s*\{[^}]*\bpath\b|\bloadEnvFile\(\s*[^)\s]/.test(text))) {
    return false;
  }
  return loading.length > 0 || 'dotenv' in project.dependencies;
}

function commandOfFile(context: Context): Command {
  const { project, env } = context;
  const file = fileToStart(context);
  const found = { script: '', file, isBuilt: false };
  if (file === undefined) return { ...found, command: undefined, readsEnv: false };
  // Bun reads the file itself.
  if (project.manager === 'bun') return { ...found, command: `bun run ${file}`, readsEnv: true };
  const line = `--env-file=${env} ${file}`;
  if (!/\.[cm]?tsx?$/.test(file)) return { ...found, command: `node ${line}`, readsEnv: true };
  if (!('tsx' in project.dependencies)) return { ...found, command: undefined, readsEnv: false };
  return { ...found, command: runInstalled(project.manager, `tsx ${line}`), readsEnv: true };
}

/** The file with which the app begins: it listens, or imports the one that does. */
function fileToStart({ project: { main, app }, files }: Context): string | undefined {
  const sources = appSources(files);
  const importers = new Map<string, string[]>();
  for (const path of sources) {
    for (const imported of importsOf(path, files)) {
      importers.set(imported.path, [...(importers.get(imported.path) ?? []), path]);
    }
  }
  const listening = sources.filter((path) => listens(path, app?.name, files));
  const leading = new Set(listening);
  for (const path of leading)
    for (const importer of importers.get(path) ?? []) leading.add(importer);

  const named = main === undefined ? undefined : resolveFile(main, files);
  if (named !== undefined && (listening.length === 0 || leading.has(named))) return named;
  const first = [...leading].filter((path) => !importers.has(path));
  const withApp = first.filter((path) => app && withImports(path, files).includes(app.path));
  return withApp[0] ?? first[0] ?? listening[0] ?? app?.path;
}
