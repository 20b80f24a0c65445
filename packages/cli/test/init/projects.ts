import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCli, stillHost } from '../support/run-cli.js';
import { scratch } from '../support/scratch.js';

/** Writes a project into a temporary folder, for one test. */
export function projectOf(
  dependencies: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
  manifest: Readonly<Record<string, unknown>> = {},
): string {
  const { path } = scratch();
  const all = { 'package.json': JSON.stringify({ ...manifest, dependencies }), ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

/** Every file of a folder, by its path. */
export function contentsOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    paths
      .filter((path) => statSync(join(folder, path)).isFile())
      .sort()
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}

/** Runs `init`, and records its install commands. */
export async function init(
  folder: string,
  {
    args = ['--yes'],
    answers,
    hasSqlite = false,
  }: { args?: readonly string[]; answers?: boolean[]; hasSqlite?: boolean } = {},
) {
  const ran: string[] = [];
  const asked: string[] = [];
  const host = stillHost({
    hasSqlite,
    ask:
      answers &&
      (async (question) => {
        asked.push(question);
        return answers.shift() ?? false;
      }),
    runProgram: async (words) => ran.push(words.join(' ')) > 0,
  });
  return { ...(await runCli(['init', folder, ...args], host)), ran, asked };
}
