// Builds that are kept until something changes that decides their content.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './packages.mjs';

/** @returns the paths of all files in a folder and in its subfolders, in order. */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

/** @returns a name for a build that is made from these files, and from what `others` says. */
export function nameOfBuild(files, others = '') {
  const hash = createHash('sha256').update(others);
  for (const file of files)
    hash.update(`\n${file.slice(root.length)}\n`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Makes a build where it is missing.
 *
 * @param path Has the name of the build in it.
 * @param build Writes the file or the folder that it gets the path of.
 * @returns the path.
 */
export async function builtOnce(path, build) {
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = join(dirname(path), randomUUID());
  await build(unfinished);
  try {
    // At once, so that another process never uses half of it.
    renameSync(unfinished, path);
  } catch (error) {
    // Another process was first.
    if (!existsSync(path)) throw error;
  }
  return path;
}
