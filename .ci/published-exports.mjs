// Lists the exports of each published package, and the members of their types. The compiler reads the sources, so no build is needed.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { API, SignatureKind, SymbolFlags, TypeFlags } from 'typescript/unstable/sync';
import { publishedPackages, root } from './packages.mjs';

const SOURCE = '@screening-webhooks/source';
const DEEPEST = 3;
// As the compiler writes it: some systems do not tell a from A.
const packagesFolder = join(root, 'packages/').replaceAll('\\', '/').toLowerCase();
const kinds = {
  Class: 'class',
  Function: 'function',
  Interface: 'interface',
  TypeAlias: 'type',
  Variable: 'const',
};

/** @returns the names of each entry that a program can import, with their kinds. */
export function publishedExports() {
  const entries = publishedPackages().flatMap(({ folder, manifest }) =>
    Object.entries(manifest.exports).map(([path, to]) => ({
      entry: manifest.name + path.slice(1),
      file: to[SOURCE] && join(folder, to[SOURCE]),
    })),
  );
  const files = entries.flatMap(({ file }) => file ?? []);
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'published-'));
  const api = new API({ cwd: root });
  try {
    // These files only: the whole repository takes ten times as long.
    const config = join(folder, 'tsconfig.json');
    const base = join(root, 'tsconfig.json');
    writeFileSync(config, JSON.stringify({ extends: base, include: [], exclude: [], files }));
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    const modules = entries.map(({ entry, file }) => [entry, file && exportsOf(file, project)]);
    const published = new Set(
      modules.flatMap(([, symbols]) => (symbols ?? []).map(({ name }) => name)),
    );
    const listed = (symbols) => describe(symbols, published, project.checker);
    return Object.fromEntries(
      modules.map(([entry, symbols]) => [entry, symbols ? listed(symbols) : 'file']),
    );
  } finally {
    api.close();
    rmSync(folder, { recursive: true });
  }
}

function exportsOf(file, { program, checker }) {
  const module = checker.getSymbolAtLocation(program.getSourceFile(file));
  const symbols = checker.getExportsOfModule(module);
  if (symbols.length === 0) throw new Error(`${file} exports nothing.`);
  return symbols.map((symbol) => ({
    name: symbol.name,
    symbol: symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
  }));
}

/**
 * Lists names with their kinds: `name` by its kind, `name.member` as required or optional, `name = literal` for each value of a
 * union. Not by their types, which may name private ones.
 *
 * @param published The names that have their own entries. A type without an entry is listed where it is used.
 */
function describe(symbols, published, checker) {
  const found = {};
  const has = ({ flags }, wanted) => (flags & wanted) !== 0;

  function note(name, meaning) {
    const before = found[name];
    // Variants of a union may have one member each in their own way.
    found[name] = before === undefined || before === meaning ? meaning : 'required or optional';
  }

  /** Whether a type is an object that has no entry, except perhaps this one. */
  function isListedHere(type, name) {
    if (!has(type, TypeFlags.Object | TypeFlags.Intersection)) return false;
    const known = type.getAliasSymbol()?.name ?? type.getSymbol()?.name;
    if (known === name) return true;
    const isCalled = checker.getSignaturesOfType(type, SignatureKind.Call).length > 0;
    return !isCalled && !checker.isArrayLikeType(type) && !published.has(known);
  }

  function addType(name, type, depth) {
    for (const part of type.isUnionType() ? type.getTypes() : [type]) {
      const isLiteral = has(part, TypeFlags.StringLiteral | TypeFlags.NumberLiteral);
      if (isLiteral) note(`${name} = ${part.value}`, 'value');
      const ownName = depth === 1 ? (part.getSymbol()?.name ?? name) : name;
      if (isListedHere(part, ownName)) addMembers(name, part, depth);
    }
  }

  function addMembers(name, type, depth) {
    for (const member of checker.getPropertiesOfType(type)) {
      // Skips the members of Error, and generated members, which the OpenAPI document has. Private names begin with `__`.
      const isPublic = isOwn(member) && !isGenerated(member) && !member.name.startsWith('__');
      if (!isPublic) continue;
      const path = `${name}.${member.name}`;
      note(path, has(member, SymbolFlags.Optional) ? 'optional' : 'required');
      if (depth < DEEPEST) addType(path, checker.getTypeOfSymbol(member), depth + 1);
    }
  }

  for (const { name, symbol } of symbols) {
    const flags = Object.keys(kinds).filter((flag) => has(symbol, SymbolFlags[flag]));
    if (flags.length === 0) throw new Error(`${name} is of no known kind.`);
    note(name, flags.map((flag) => kinds[flag]).join(' and '));
    const isType = has(symbol, SymbolFlags.Class | SymbolFlags.Interface | SymbolFlags.TypeAlias);
    if (isType) addType(name, checker.getDeclaredTypeOfSymbol(symbol), 1);
    if (flags.includes('Variable')) addType(name, checker.getTypeOfSymbol(symbol), 1);
  }
  return found;
}

/** Whether a symbol is declared in the sources of a package. */
function isOwn({ declarations }) {
  return declarations.every(({ path }) => path.toLowerCase().startsWith(packagesFolder));
}

function isGenerated({ declarations }) {
  return declarations.some(({ path }) => path.endsWith('/api-types.ts'));
}
