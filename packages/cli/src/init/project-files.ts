import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What `init` knows of a folder. */
export interface ProjectFiles {
  /** Its files, with `/` between names: without hidden folders and those of packages and builds. */
  readonly paths: readonly string[];
  /** The text of a file; undefined when there is none. */
  readonly read: (path: string) => string | undefined;
}

const SKIPPED = new Set(['node_modules', 'dist', 'build', 'out', 'coverage', 'vendor', 'public']);
const MAX_DEPTH = 5;

/** The files of a folder on disk. */
export function folderFiles(root: string): ProjectFiles {
  const read = (path: string): string | undefined => {
    const file = join(root, path);
    return statSync(file, { throwIfNoEntry: false })?.isFile()
      ? readFileSync(file, 'utf8')
      : undefined;
  };
  return { paths: pathsIn(root, '', MAX_DEPTH), read };
}

function pathsIn(root: string, folder: string, depth: number): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) return [path];
    const skipped = entry.name.startsWith('.') || SKIPPED.has(entry.name);
    return entry.isDirectory() && !skipped && depth > 1 ? pathsIn(root, path, depth - 1) : [];
  });
}
