import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  Command,
  exitCodes,
  joinLines,
  Option,
  styleOf,
  type Terminal,
  UsageError,
  wrap,
} from 'screening-webhooks-terminal';
import type { Host } from '../host.js';
import { applyEdit, writeNewFile } from '../init/apply.js';
import { detect } from '../init/detect.js';
import { type Plan, planFor } from '../init/plan.js';
import { folderFiles } from '../init/project-files.js';
import {
  type PlanView,
  showAdvice,
  showEdit,
  showFile,
  showFirstEvent,
} from '../init/show-plan.js';
import { sqliteDriver } from '../init/sqlite-driver.js';
import { version } from '../version.js';

interface InitOptions {
  readonly yes?: true;
  readonly store?: 'memory' | 'sqlite';
  readonly from?: string;
}

/** `init`: writes a receiver into a project. */
export function initCommand(terminal: Terminal, host: Host): Command {
  return new Command('init')
    .summary('write a receiver into a project')
    .description(
      'Finds how the project is made, shows what it would write, and asks. Writes a receiver, a test of it and .env.example, adds the line that mounts it, and installs what it needs. In an empty folder it writes a small app. Never overwrites a file.',
    )
    .argument('[folder]', "the project's folder, with its package.json", '.')
    .option('--yes', 'do all of it without questions')
    .addOption(
      new Option(
        '--store <name>',
        'where the receiver remembers events: memory, which a restart clears, or sqlite, a file',
      ).choices(['memory', 'sqlite']),
    )
    .option('--from <folder>', 'install from the tarballs in this folder, not from a registry')
    .addHelpText('after', EXAMPLES)
    .action((folder: string, options: InitOptions) => init(folder, options, terminal, host));
}

async function init(
  folder: string,
  options: InitOptions,
  terminal: Terminal,
  host: Host,
): Promise<void> {
  const root = resolve(folder);
  if (!existsSync(root)) throw new UsageError(`init: there is no folder ${folder}.`);
  const files = folderFiles(root);
  const project = detect(files);
  const source = { version, tarballs: tarballsOf(options) };
  const inMemory = planFor(project, files, source);
  const view: PlanView = { style: styleOf(terminal), columns: terminal.columns };
  const print = (lines: readonly string[]): void => terminal.out(joinLines(lines));
  print([inMemory.found, '']);
  const confirm = async (question: string): Promise<boolean> =>
    options.yes === true || ((await host.ask?.(question, terminal.signal)) ?? false);

  const driver = sqliteDriver(project, host.hasSqlite);
  const isAsked = options.store === undefined && inMemory.offersSqlite && !options.yes;
  const wantsSqlite =
    options.store === 'sqlite' ||
    (isAsked && ((await host.ask?.(QUESTION, terminal.signal)) ?? false));
  const plan = wantsSqlite ? planFor(project, files, source, driver) : inMemory;

  const complete = await carryOut(plan, root, { print, view, confirm, host });
  if (terminal.signal.aborted) return terminal.exitWith(exitCodes.interrupted);
  print(showAdvice(plan, view));
  if (plan.offersSqlite && options.store === undefined && (options.yes || !host.ask)) {
    print([...wrap(IN_MEMORY, view.columns), '']);
  }
  const open = plan.files.length + plan.edits.length + plan.installs.length;
  if (open === 0) print(['Nothing to change.', '']);
  else if (!options.yes && !host.ask) print(['Nothing was changed. With --yes, init does it.', '']);
  print(showFirstEvent(plan, view));
  if (!complete) terminal.exitWith(exitCodes.failed);
}

interface Steps {
  readonly print: (lines: readonly string[]) => void;
  readonly view: PlanView;
  readonly confirm: (question: string) => Promise<boolean>;
  readonly host: Host;
}

/** Shows each part of the plan, and carries out the confirmed parts. Returns whether nothing failed. */
async function carryOut(
  { files, edits, installs }: Plan,
  root: string,
  { print, view, confirm, host }: Steps,
): Promise<boolean> {
  for (const file of files) print(showFile(file, view));
  if (files.length > 0 && (await confirm(`Write ${countOf(files.length, 'file')}?`))) {
    for (const file of files) await writeNewFile(root, file);
  }
  for (const edit of edits) {
    print(showEdit(edit, view));
    // The line would import a file that is not there.
    const loaded = files.every(({ path }) => existsSync(join(root, path)));
    if (loaded && (await confirm(`Change ${edit.path}?`))) await applyEdit(root, edit);
  }
  if (installs.length === 0) return true;
  print([...installs.map((words) => `  $ ${words.join(' ')}`), '']);
  if (!(await confirm('Install?'))) return true;
  for (const words of installs) {
    if (await host.runProgram(words, root)) continue;
    print([`This failed: ${words.join(' ')}`, '']);
    return false;
  }
  return true;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function tarballsOf({ from }: InitOptions): string | undefined {
  if (from === undefined) return undefined;
  const folder = resolve(from);
  if (existsSync(join(folder, `screening-webhooks-core-${version}.tgz`))) return folder;
  throw new UsageError(`--from: ${from} has no tarballs of version ${version}.`);
}

const QUESTION = 'Remember events in a SQLite file, so that a restart forgets none?';

const IN_MEMORY =
  'The receiver remembers events in memory, until it restarts. With --store sqlite, it keeps them in a file.';

const EXAMPLES = `
Examples:
  $ npx @screening-webhooks/cli init
  $ screening-webhooks init --yes --store sqlite
  $ screening-webhooks init packages/api --from ../tarballs

Without a terminal and without --yes, it only shows. Exits with 2 for a project
that it does not know, and with 1 when an installation failed.`;
