// Compiles isolated.mts in a project as pnpm lays it out, where each package sees its own dependencies and no others, with
// `declaration`: every type that it exports must have a name there.
//   node isolated.mjs
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript-5.9';

// Outside this project, whose node_modules it must not see.
const folder = resolve('../isolated');
const code = readFileSync('isolated.mts', 'utf8');
const imported = [...code.matchAll(/ from '((?:@[^/']+\/)?[^/']+)/g)].map(([, name]) => name);
const typed = new Set(readdirSync('node_modules/@types'));
const placed = new Map();

/** Links packages, and the packages of their types. */
function linkAll(modules, names) {
  const types = names.filter((name) => typed.has(name)).map((name) => `@types/${name}`);
  for (const name of new Set([...names, ...types])) {
    const target = place(name);
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(target, join(modules, name));
  }
}

/** @returns the folder of a package: our packages are in separate folders with their dependencies, others in this project. */
function place(name) {
  if (!name.startsWith('@screening-webhooks/')) return resolve('node_modules', name);
  const known = placed.get(name);
  if (known) return known;
  const modules = join(folder, 'node_modules/.store', name.replace('/', '+'), 'node_modules');
  placed.set(name, join(modules, name));
  cpSync(join('node_modules', name), join(modules, name), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
  linkAll(modules, Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }));
  return join(modules, name);
}

linkAll(join(folder, 'node_modules'), [...imported, 'express', '@types/node']);
cpSync('isolated.mts', join(folder, 'isolated.mts'));
process.chdir(folder);
const program = ts.createProgram(['isolated.mts'], {
  declaration: true,
  module: ts.ModuleKind.NodeNext,
  skipLibCheck: true,
  strict: true,
  target: ts.ScriptTarget.ES2022,
  types: ['node'],
});
const errors = [...ts.getPreEmitDiagnostics(program), ...program.getDeclarationDiagnostics()];
const host = {
  getCurrentDirectory: () => folder,
  getCanonicalFileName: String,
  getNewLine: () => '\n',
};
if (errors.length > 0) throw new Error(ts.formatDiagnostics(errors, host));
