import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of the run: {@link setUp}. Its workers inherit it. */
const RUN = 'SCREENING_TEST_FOLDER';

/** No pattern for a word, for a number or for an id of hexadecimal digits meets a name of these. */
const LETTERS = 'ghjklmnpqrstvwxz';

let count = 0;

/** The `globalSetup` of every run: makes the folder for what its tests write. It ends with the run. */
export default function setUp(): (() => void) | undefined {
  // Another project of this run, or the run that started this one, has made the folder.
  if (process.env[RUN] !== undefined) return undefined;
  let number = process.pid;
  // Others may look into it, because a server that runs as another user has its folder there.
  const folder = make(() => join(tmpdir(), `screening-webhooks-${inLetters(number++)}`), 0o755);
  process.env[RUN] = folder;
  // Workers end beside the teardown.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The folder of the run, which ends with it. */
export function runFolder(): string {
  const run = process.env[RUN];
  if (run === undefined)
    throw new Error('The run needs the globalSetup tests/support/run-folder.ts.');
  return run;
}

/** Makes a folder that ends with the run. The names are counted, of letters, and unlike words. */
export function newFolder(): string {
  const run = runFolder();
  return make(() => join(run, inLetters(count++)));
}

/** Makes a folder beside sources, of a name that git, and so the linter, ignores. */
export function newFolderBeside(sources: string): string {
  return make(() => join(sources, `.scratch-${inLetters(count++)}`));
}

/** Makes a folder of the first name that no other process has taken. */
function make(nextPath: () => string, mode = 0o700): string {
  for (;;) {
    const path = nextPath();
    try {
      mkdirSync(path, { mode });
      return path;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

function inLetters(number: number): string {
  const digits = number.toString(LETTERS.length);
  return digits.replaceAll(/./g, (digit) => LETTERS.charAt(Number.parseInt(digit, LETTERS.length)));
}
