import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What `init` knows of a folder. */
export interface ProjectFiles {
  /** Its files, with `/` between names: without hidden folders and those of packages and builds. */
  readonly paths: readonly string[];
  /** The text of a file, without a byte order mark; undefined when there is none. */
  readonly read: (path: string) => string | undefined;
}

const SKIPPED = new Set(['node_modules', 'dist', 'build', 'out', 'coverage', 'vendor', 'public']);
const MAX_DEPTH = 5;

/** A file's text, and the byte order mark before it, if it has one: an empty text otherwise. */
export interface MarkedText {
  readonly mark: string;
  readonly text: string;
}

/** Separates a byte order mark from the text that follows it. */
export function withoutMark(whole: string): MarkedText {
  const text = whole.replace(/^\ufeff/, '');
  return { mark: whole.slice(0, whole.length - text.length), text };
}

/** The files of a folder on disk, each read once. */
export function folderFiles(root: string): ProjectFiles {
  const texts = new Map<string, string | undefined>();
  const read = (path: string): string | undefined => {
    if (!texts.has(path)) texts.set(path, textOf(join(root, path)));
    return texts.get(path);
  };
  return { paths: pathsIn(root, '', MAX_DEPTH), read };
}

function textOf(file: string): string | undefined {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  return withoutMark(readFileSync(file, 'utf8')).text;
}

function pathsIn(root: string, folder: string, depth: number): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) return [path];
    const skipped = entry.name.startsWith('.') || SKIPPED.has(entry.name);
    return entry.isDirectory() && !skipped && depth > 1 ? pathsIn(root, path, depth - 1) : [];
  });
}
