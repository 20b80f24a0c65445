import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a project folder. */
export interface ProjectFiles {
  /** Relative paths with `/`. Hidden folders, installed packages and builds are left out. */
  readonly paths: readonly string[];
  /** The text of a file without its byte order mark, or `undefined` if the file does not exist. */
  readonly read: (path: string) => string | undefined;
}

const SKIPPED = new Set(['node_modules', 'dist', 'build', 'out', 'coverage', 'vendor', 'public']);
const MAX_DEPTH = 5;

/** A file's text, and the byte order mark before it (`''` if there is none). */
export interface MarkedText {
  readonly mark: string;
  readonly text: string;
}

/** Separates a byte order mark from the text that follows it. */
export function withoutMark(whole: string): MarkedText {
  const text = whole.replace(/^\ufeff/, '');
  return { mark: whole.slice(0, whole.length - text.length), text };
}

/** The files of a folder on disk. Each is read once. */
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
