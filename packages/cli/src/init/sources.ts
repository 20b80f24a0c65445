import { posix } from 'node:path';
import type { ProjectFiles } from './project-files.js';

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
const SOURCE = /\.[cm]?[jt]sx?$/;
// As express-generator makes it: bin/www.
const PROGRAM = /(^|\/)bin\/[\w-]+$/;
const NOT_THE_APP =
  /(^|\/)(tests?|__tests__|e2e|examples|scripts)\/|\.(test|spec|config|d)\.[cm]?[jt]sx?$/;

/** The paths of the app's own sources: without its tests, its tools and their settings. */
export function appSources({ paths }: ProjectFiles): string[] {
  return paths.filter(
    (path) => (SOURCE.test(path) || PROGRAM.test(path)) && !NOT_THE_APP.test(path),
  );
}

/** The text of a source without its comments. An empty text for a file that does not exist. */
export function codeOf(path: string, files: ProjectFiles): string {
  return (files.read(path) ?? '').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}

/** The file that Node, or a compiler, finds for a path as it is written: without its extension, or as the folder of an index. */
export function resolveFile(written: string, { paths }: ProjectFiles): string | undefined {
  const path = posix.normalize(written).replace(/\/$/, '');
  const stem = path.replace(/\.[cm]?jsx?$/, '');
  const endings = ['', ...EXTENSIONS];
  const candidates = [
    path,
    ...endings.map((ending) => stem + ending),
    ...EXTENSIONS.map((extension) => posix.join(path, `index${extension}`)),
  ];
  return candidates.find((candidate) => paths.includes(candidate));
}

/** A file of the project that another one imports, and the names that it has there. */
export interface Imported {
  readonly path: string;
  readonly names: string;
}

const IMPORT =
  /(?:\b(?:import|export)\s+(?<imported>[\w\s{},*$]*?)\s*from\s*|(?<required>[\w\s{}:,$]*?)=\s*(?:await\s+import|require)\(\s*|\b(?:import|require)\s*\(?\s*)['"](?<specifier>\.[^'"]*)['"]/g;

/** The files of the project that a file imports by relative paths, in their order. */
export function importsOf(path: string, files: ProjectFiles): Imported[] {
  return [...codeOf(path, files).matchAll(IMPORT)].flatMap(({ groups = {} }) => {
    const { imported, required, specifier = '' } = groups;
    const found = resolveFile(posix.join(posix.dirname(path), specifier), files);
    return found === undefined ? [] : [{ path: found, names: imported ?? required ?? '' }];
  });
}

/** A file, and each file of the project that it imports, directly or not. Nearer ones come first. */
export function withImports(path: string, files: ProjectFiles): string[] {
  const found = new Set([path]);
  for (const each of found) for (const next of importsOf(each, files)) found.add(next.path);
  return [...found];
}
