import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileProblem, UsageError } from 'screening-webhooks-terminal';
import { type Edit, edited, type NewFile } from './edit.js';

/**
 * Writes a new file.
 *
 * @throws UsageError when there is one by now, or it cannot be written.
 */
export async function writeNewFile(root: string, { path, text }: NewFile): Promise<void> {
  const file = join(root, path);
  await reported(path, async () => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
  });
}

/**
 * Adds the lines of an edit to its file.
 *
 * @throws UsageError when the file is not the one that was shown any more, or cannot be written.
 */
export async function applyEdit(root: string, edit: Edit): Promise<void> {
  const { path, before } = edit;
  const file = join(root, path);
  await reported(path, async () => {
    if ((await readFile(file, 'utf8')) !== before) {
      throw new UsageError(`init: ${path} has changed meanwhile. Run init again.`);
    }
    await writeFile(file, edited(edit));
  });
}

async function reported(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`init: cannot write ${path}: ${fileProblem(error)}.`);
  }
}
