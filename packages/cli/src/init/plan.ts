import { posix } from 'node:path';
import { UsageError } from 'screening-webhooks-terminal';
import { pageAt } from '../documentation.js';
import { appFolder, type Framework, type Project, type ServerFramework } from './detect.js';
import { type Edit, endEdit, type NewFile } from './edit.js';
import { type AppSite, linesOf } from './find-app.js';
import type { ProjectFiles } from './project-files.js';
import { installCommands, type Packages, runInstalled, type Source } from './release.js';
import { LIBSQL, type SqliteDriver } from './sqlite-driver.js';
import { type Start, startOf } from './start.js';
import type { Dialect } from './templates/dialect.js';
import { receiverFile } from './templates/receiver.js';
import { receiverTest } from './templates/receiver-test.js';
import { SMALL_APP } from './templates/small-app.js';

/** The port to name when the port of the app was not found. */
export const USUAL_PORT = 3000;

/** Everything that `init` would do. */
export interface Plan {
  readonly found: string;
  /** Whether the receiver can store events in a file: it runs in a long-lived process, on a machine with a disk. */
  readonly offersSqlite: boolean;
  readonly files: readonly NewFile[];
  /** Files that already exist and are left unchanged. */
  readonly kept: readonly string[];
  readonly edits: readonly Edit[];
  /** Changes that the user has to make, because their place is not certain. */
  readonly advice: readonly string[];
  readonly installs: readonly (readonly string[])[];
  /** The steps to the first event: the two commands of the sandbox, and the start of the app between them. */
  readonly firstEvent: FirstEvent;
}

/** The steps to the first event. */
interface FirstEvent {
  readonly sandbox: string;
  readonly trigger: string;
  /** The file of variables that the sandbox writes. */
  readonly env: string;
  readonly start: Start;
}

const PATH = '/webhooks/screening';
const EXAMPLE = 'SCREENING_SECRET=whsec_...';
const NAME = 'screening-webhook';

const SMALL_APP_START: Start = {
  command: 'npm start',
  file: 'server.js',
  readsEnv: true,
  port: USUAL_PORT,
};

/**
 * The plan for a project. Pure: it reads the project and changes nothing.
 *
 * @param driver The SQLite driver. Without it, the receiver keeps its events in memory.
 * @throws UsageError for a driver on a platform without long-lived processes.
 */
export function planFor(
  project: Project | 'empty',
  files: ProjectFiles,
  source: Source,
  driver?: SqliteDriver,
): Plan {
  if (project === 'empty') return smallApp(files, source, driver);
  const { framework, manager, dependencies, workers } = project;
  const stays = !workers && framework !== 'next';
  if (driver && !stays) {
    throw new UsageError(
      `init: a SQLite file needs one process that stays, with a disk, and ${project.label} has none: ${pageAt('stores')} has the stores for it.`,
    );
  }
  const { receiver, test, specifier } = placed(project, files, driver);
  const env = workers ? '.dev.vars' : framework === 'next' ? '.env.local' : '.env';
  const mount =
    framework === 'next' || isMounted(files)
      ? { edits: [], advice: [] }
      : mounted(framework, project, receiver.path, specifier, files);
  const kept = files.read(receiver.path);
  return {
    found: describe(project),
    offersSqlite: kept === undefined && stays,
    ...filesOf([receiver, test], mount.edits, env, kept ?? receiver.text, files),
    advice: mount.advice,
    installs: installCommands(
      manager,
      dependencies,
      packagesOf(framework, kept ?? receiver.text),
      source,
    ),
    firstEvent: firstEvent(manager, startOf(project, files, env), env),
  };
}

function smallApp(files: ProjectFiles, source: Source, driver?: SqliteDriver): Plan {
  const dialect: Dialect = { module: 'esm', typescript: false };
  const from = `./${NAME}.js`;
  const text = receiverFile('express', dialect, driver);
  const wanted = [
    ...SMALL_APP,
    { path: `${NAME}.js`, text },
    {
      path: `${NAME}.test.js`,
      text: receiverTest({ ...dialect, runner: 'node:test', route: false, from }),
    },
  ];
  return {
    found: 'An empty folder: a small app with Express, ES modules, node:test and npm.',
    offersSqlite: true,
    ...filesOf(wanted, [], '.env', text, files),
    advice: [],
    installs: installCommands('npm', {}, packagesOf('express', text), source),
    firstEvent: firstEvent('npm', SMALL_APP_START, '.env'),
  };
}

/** The packages that the receiver needs. */
function packagesOf(framework: Framework, receiver: string): Packages {
  const own = framework === 'next' ? 'core' : framework;
  return {
    own: receiver.includes('@screening-webhooks/sqlite') ? [own, 'sqlite'] : [own],
    others: /['"]libsql['"]/.test(receiver) ? { libsql: LIBSQL } : {},
  };
}

function describe({ label, module, typescript, runner, manager }: Project): string {
  const language = typescript ? 'TypeScript' : 'JavaScript';
  const modules = module === 'esm' ? 'ES modules' : 'CommonJS';
  return `Found ${label}, ${language}, ${modules}, ${runner}, ${manager}.`;
}

/** The files to write and the edits, with the lines for `.env.example` and `.gitignore`. */
function filesOf(
  wanted: readonly NewFile[],
  edits: readonly Edit[],
  env: string,
  receiver: string,
  files: ProjectFiles,
): Pick<Plan, 'files' | 'kept' | 'edits'> {
  const ignored = receiver.includes('screening.db') ? [env, 'screening.db*'] : [env];
  const example = files.read('.env.example');
  const ignore = files.read('.gitignore');
  const all = [
    ...wanted,
    ...(example === undefined ? [{ path: '.env.example', text: `${EXAMPLE}\n` }] : []),
    ...(ignore === undefined
      ? [{ path: '.gitignore', text: `${['node_modules', ...ignored].join('\n')}\n` }]
      : []),
  ];
  const exists = ({ path }: NewFile): boolean => files.read(path) !== undefined;
  const lacks = (line: string): boolean => !isIgnored(line, ignore ?? '');
  return {
    files: all.filter((file) => !exists(file)),
    kept: all.filter(exists).map(({ path }) => path),
    edits: [
      ...edits,
      ...endEdit(
        '.env.example',
        example,
        /^\s*SCREENING_SECRET\s*=/m.test(example ?? '') ? [] : [EXAMPLE],
      ),
      ...endEdit('.gitignore', ignore, ignored.filter(lacks)),
    ],
  };
}

/** Whether a line of `.gitignore` matches a file. `*` is supported. */
function isIgnored(file: string, ignore: string): boolean {
  return linesOf(ignore).some((line) => {
    const pattern = line.trim().replace(/^(\*\*)?\//, '');
    const escaped = pattern.replace(/[^\w*]/g, String.raw`\$&`).replaceAll('*', '.*');
    return new RegExp(`^${escaped}$`).test(file);
  });
}

/** The receiver and its test, and how the app imports the receiver. */
function placed(
  project: Project,
  files: ProjectFiles,
  driver: SqliteDriver | undefined,
): { readonly receiver: NewFile; readonly test: NewFile; readonly specifier: string } {
  const { framework, app, typescript, runner } = project;
  const route = framework === 'next';
  const extension = app ? extensionOf(app.path) : typescript ? '.ts' : '.js';
  const folder = route
    ? `${appFolder(files)}${PATH}`
    : app
      ? posix.dirname(app.path)
      : files.paths.some((path) => /^src\/.*\.[cm]?[jt]sx?$/.test(path))
        ? 'src'
        : '.';
  // Next.js compiles ES modules, whatever the `type` of package.json.
  const dialect: Dialect = { module: route ? 'esm' : project.module, typescript };
  const name = route ? 'route' : NAME;
  const path = posix.join(folder, `${name}${extension}`);
  // Node imports a TypeScript file only by its full name, which a project's compiler may refuse: the test is JavaScript.
  const plain = runner === 'node:test' && (typescript || route);
  const testFolder = route ? undefined : ['test', 'tests'].find((each) => hasFolder(files, each));
  const testPath = posix.join(testFolder ?? folder, `${name}.test${plain ? '.mjs' : extension}`);
  const suffix = specifierSuffix(project, extension, files);
  const to = relative(posix.dirname(testPath), posix.join(folder, name));
  const from = `${to}${plain ? extension : suffix}`;
  const test = plain ? { module: 'esm' as const, typescript: false } : dialect;
  return {
    receiver: { path, text: receiverFile(framework, dialect, driver) },
    test: { path: testPath, text: receiverTest({ ...test, runner, route, from }) },
    specifier: `./${name}${suffix}`,
  };
}

function extensionOf(path: string): string {
  return posix.extname(path).replace(/x$/, '');
}

function hasFolder(files: ProjectFiles, folder: string): boolean {
  return files.paths.some((path) => path.startsWith(`${folder}/`));
}

function relative(from: string, to: string): string {
  const path = posix.relative(from, to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** How imports of files end in this project. */
function specifierSuffix(
  { app, typescript }: Project,
  extension: string,
  files: ProjectFiles,
): string {
  if (!typescript) return extension;
  const text = app ? files.read(app.path) : undefined;
  const [, imported] = /from ['"](\.{1,2}\/[^'"]+)['"]/.exec(text ?? '') ?? [];
  if (imported !== undefined) return /\.[cm]?[jt]s$/.exec(imported)?.[0] ?? '';
  const options = files.read('tsconfig.json');
  if (options === undefined) return extension;
  return /"node(16|18|20|next)"/i.test(options) ? extension.replace('t', 'j') : '';
}

function isMounted(files: ProjectFiles): boolean {
  const loads = new RegExp(String.raw`(from|require\()\s*['"]\.[^'"]*/${NAME}(\.\w+)?['"]`);
  return files.paths.some(
    (path) =>
      /\.[cm]?[jt]sx?$/.test(path) && !/\.test\./.test(path) && loads.test(files.read(path) ?? ''),
  );
}

function mountLine(framework: ServerFramework, app: string): string {
  const route = {
    express: `post('${PATH}', screening)`,
    hono: `post('${PATH}', screening)`,
    fastify: `register(screening, { prefix: '${PATH}' })`,
    koa: `use((ctx, next) => (ctx.path === '${PATH}' ? screening(ctx, next) : next()))`,
  }[framework];
  return `${app}.${route};`;
}

function mounted(
  framework: ServerFramework,
  { app, doubt, module, typescript }: Project,
  receiver: string,
  specifier: string,
  files: ProjectFiles,
): Pick<Plan, 'edits' | 'advice'> {
  const load =
    module === 'esm' || typescript
      ? `import { screening } from '${specifier}';`
      : `const { screening } = require('${specifier}');`;
  const edit = app && mountEdit(app, load, mountLine(framework, app.name), files);
  if (edit) return { edits: [edit], advice: [] };
  const why = doubt ?? `the place for an import in ${app?.path} is not certain`;
  return {
    edits: [],
    advice: [
      `${why[0]?.toUpperCase()}${why.slice(1)}, so no file is changed. In the file that makes the app, import ${receiver}:`,
      `  ${load}`,
      'and directly after the app is made, before parsers, sessions and logins:',
      `  ${mountLine(framework, app?.name ?? 'app')}`,
    ],
  };
}

/** Mounts directly after the app is created: before anything that reads the body, needs a login or sets a cookie. */
function mountEdit(
  { path, first, last, indent }: AppSite,
  load: string,
  mount: string,
  files: ProjectFiles,
): Edit | undefined {
  const before = files.read(path);
  if (before === undefined || /\bscreening\b/.test(before)) return undefined;
  const lines = linesOf(before);
  const ends = load.startsWith('import')
    ? /^(?:import\b.*|\}) from ['"][^'"]+['"];?\s*$|^import ['"][^'"]+['"];?\s*$/
    : /^(?:const|let|var)\b.*\brequire\(['"][^'"]+['"]\);?\s*$/;
  const loaded = lines.slice(0, first).findLastIndex((line) => ends.test(line)) + 1;
  // Without an import to follow, the line precedes the app. Inside a function, an import cannot do so.
  if (loaded === 0 && (load.startsWith('import') || indent !== '')) return undefined;
  return {
    path,
    before,
    added: [
      { at: loaded === 0 ? first : loaded, lines: [load] },
      { at: last + 1, lines: ['', `${indent}${mount}`] },
    ],
  };
}

function firstEvent(manager: Project['manager'], start: Start, env: string): FirstEvent {
  const sandbox = runInstalled(manager, 'screening-sandbox');
  const url = `http://localhost:${start.port ?? USUAL_PORT}${PATH}`;
  return {
    sandbox: `${sandbox} --forward-to ${url} --write-env ${env} --write-env-only SCREENING_SECRET`,
    trigger: `${sandbox} trigger document_verification.completed`,
    env,
    start,
  };
}
