import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);
// Inside the repository, so that packages resolve to their sources; ignored by git.
const folder = new URL('docs/test/.compiled-and-run/', root);

let loaded = 0;

/** The section of a page: from its heading to the next one of any level. */
export function sectionOf(page: string, heading: string): string {
  const text = readFileSync(new URL(page, root), 'utf8');
  const [, section] = `\n${text}`.split(`\n${heading}\n`);
  if (section === undefined) throw new Error(`${page} has no heading "${heading}".`);
  return section.split(/^#{2,} /m, 1)[0] ?? '';
}

/** The code blocks of a section in one language. */
export function blocksOf(section: string, language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...section.matchAll(pattern)].map(([, code = '']) => code);
}

/** A block in CommonJS as a module: Vitest has no `require`. */
export function asModule(code: string): string {
  return code.replaceAll(/^const (.+) = require\((.+)\);$/gm, 'import $1 from $2;');
}

/**
 * Runs a TypeScript block as a new module, and returns its exports.
 *
 * @param edit Changes the code for a test, for example a port or a name to export.
 */
export async function loadBlock(
  code: string | undefined,
  edit: (code: string) => string = (same) => same,
): Promise<Readonly<Record<string, unknown>>> {
  if (code === undefined) throw new Error('The section has no such block.');
  const edited = edit(code);
  loaded += 1;
  const hash = createHash('sha256').update(edited).digest('hex').slice(0, 16);
  const file = new URL(`${hash}-${loaded}.ts`, folder);
  mkdirSync(folder, { recursive: true });
  // For the decorators of blocks: the configuration of the repository does not include this folder.
  writeFileSync(
    new URL('tsconfig.json', folder),
    '{ "extends": "../../../tsconfig.json", "include": ["*.ts"] }',
  );
  writeFileSync(file, edited);
  return import(/* @vite-ignore */ fileURLToPath(file));
}
