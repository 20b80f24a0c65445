import { readFile } from 'node:fs/promises';
import { fileProblem, UsageError } from 'screening-webhooks-terminal';

/**
 * Reads a file that the user named.
 *
 * @throws UsageError that says why it cannot be read.
 */
export async function readNamedFile(path: string, option: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new UsageError(`${option}: cannot read ${path}: ${fileProblem(error)}.`);
  }
}
