import { rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { newFolder, newFolderBeside } from './run-folder.js';

/**
 * Makes a folder that ends with the test.
 *
 * @param sources The folder to make it in, where a file must lie there to find the packages that it imports.
 */
export function scratchFolder(sources?: string): string {
  const folder = sources === undefined ? newFolder() : newFolderBeside(sources);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
