import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileProblem, UsageError } from 'screening-webhooks-terminal';
import { type Edit, edited, type NewFile } from './edit.js';
import { withoutMark } from './project-files.js';

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
 * @throws UsageError when the file has changed since it was shown, is not in UTF-8, or cannot be written.
 */
export async function applyEdit(root: string, edit: Edit): Promise<void> {
  const { path, before } = edit;
  const file = join(root, path);
  await reported(path, async () => {
    const bytes = await readFile(file);
    const whole = bytes.toString('utf8');
    if (!bytes.equals(Buffer.from(whole))) {
      throw new UsageError(`init: ${path} is not in UTF-8. Save it in UTF-8, and run init again.`);
    }
    const { mark, text } = withoutMark(whole);
    if (text !== before) {
      throw new UsageError(`init: ${path} has changed meanwhile. Run init again.`);
    }
    await writeFile(file, mark + edited(edit));
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
