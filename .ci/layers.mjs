// The order of the sandbox's folders, and its violations: docs/decisions/service-layers.md. Imports only modules of Node.
import { posix } from 'node:path';

/** The folders of `src` from the bottom up. Each imports those before it. A file beside them imports all of them. */
const layers = {
  '': ['service', 'thread', 'handle', 'cli'],
  service: [
    'limits',
    'config',
    'db',
    'kernel',
    'outbound',
    'mail',
    'http',
    'engine',
    'pages',
    'faults',
    'capabilities',
    'login',
    'control',
    'world',
    'site',
  ],
};

/** Other folders import only the `index.ts` of each folder in it. */
const CAPABILITIES = 'service/capabilities/';

/** Every table. */
const SCHEMA = 'service/db/schema/index.ts';

/** The only files of a capability that know tables. */
const RECORDS = /(?:^|[/-])records\.ts$/;

/** A change of rows that does not go through `kernel/update-rows.ts`. */
const UPDATE = /\b(?:tx|sql|db)\s*\.update\(/;

/** An import of values, or of values and types. */
const VALUES = /^import (?!type\b)([^;]*?) from '(\.[^']*)';/gm;

// Also imports of types: a reader of one file has to read the other.
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']*)'/g;

/**
 * @param {ReadonlyMap<string, string>} files The texts of the sources, by their paths in `src`.
 * @returns {string[]} a sentence for each violation of the order.
 */
export function layerFaults(files) {
  const imports = [...files].flatMap(([from, text]) => importsOf(from, text, files));
  const folders = new Map();
  for (const one of imports) {
    const { folder, from, to } = meeting(one);
    const edges = folders.get(folder) ?? new Map();
    folders.set(folder, edges);
    if (isUpward(folder, from, to)) continue;
    edges.set(from, (edges.get(from) ?? new Set()).add(to));
  }
  return [
    ...unknownFolders(files),
    ...imports.flatMap(faultOf),
    ...[...files].flatMap(([from, text]) => importedTables(from, text, files)),
    ...[...files].flatMap(([from, text]) => looseUpdates(from, text)),
    ...[...folders].flatMap(([folder, edges]) => findImportCycle(folder, edges)),
  ];
}

function importsOf(from, text, files) {
  return [...text.matchAll(IMPORT)].flatMap(([, specifier]) => {
    const path = posix.join(posix.dirname(from), specifier);
    const to = [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find((one) =>
      files.has(one),
    );
    return to === undefined ? [] : [{ from, to }];
  });
}

/** A table that a capability imports outside its records: a query there could omit the scope. */
function importedTables(from, text, files) {
  if (!from.startsWith(CAPABILITIES) || RECORDS.test(from)) return [];
  return [...text.matchAll(VALUES)].flatMap(([, names, specifier]) => {
    const to = posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts');
    const onlyTypes = /^\{\s*(?:type [^,]*(?:,\s*)?)*\}$/.test(names);
    const hasTables = to === SCHEMA || (files.get(to) ?? '').includes('pgTable(');
    return hasTables && !onlyTypes ? [`${from} imports tables, which only records.ts may.`] : [];
  });
}

/** A change that can forget `updatedAt`. */
function looseUpdates(from, text) {
  if (!from.startsWith(CAPABILITIES) || !UPDATE.test(text)) return [];
  return [`${from} changes rows past kernel/update-rows.ts, which sets updatedAt.`];
}

/** The deepest folder that contains both files, and the child of it that each is in: a folder or a file. */
function meeting({ from, to }) {
  const [a, b] = [from.split('/'), to.split('/')];
  const at = a.findIndex((part, index) => part !== b[index]);
  return { folder: a.slice(0, at).join('/'), from: a[at], to: b[at] };
}

function isUpward(folder, from, to) {
  const order = layers[folder];
  return order !== undefined && rank(order, to) > rank(order, from);
}

function rank(order, part) {
  return isFile(part) ? order.length : order.indexOf(part);
}

const isFile = (part) => part.includes('.');

function faultOf({ from, to }) {
  const parts = meeting({ from, to });
  if (isUpward(parts.folder, parts.from, parts.to)) {
    return [`${from} imports ${to}, which is above it.`];
  }
  const [capability] = to.slice(CAPABILITIES.length).split('/');
  const index = `${CAPABILITIES}${capability}/index.ts`;
  const isWithin = from.startsWith(`${CAPABILITIES}${capability}/`);
  if (!to.startsWith(CAPABILITIES) || isWithin || to === index) return [];
  return [`${from} imports ${to}, and not ${index}.`];
}

/** Folders that have no place in the order yet. */
function unknownFolders(files) {
  const known = new Set(
    [...files.keys()].flatMap((file) =>
      Object.keys(layers).flatMap((folder) => {
        const within = folder === '' ? file : file.slice(folder.length + 1);
        const [part] = within.split('/');
        const isIn = folder === '' || file.startsWith(`${folder}/`);
        return isIn && !isFile(part) && !layers[folder].includes(part)
          ? [posix.join(folder, part)]
          : [];
      }),
    ),
  );
  return [...known].map((folder) => `${folder} has no place in the layers of .ci/layers.mjs.`);
}

/** The first import cycle of a folder, as a list of one sentence. */
function findImportCycle(folder, edges) {
  const done = new Set();
  const visit = (part, path) => {
    const start = path.indexOf(part);
    if (start !== -1) return [...path.slice(start), part];
    if (done.has(part)) return undefined;
    done.add(part);
    for (const next of edges.get(part) ?? []) {
      const circle = visit(next, [...path, part]);
      if (circle) return circle;
    }
    return undefined;
  };
  for (const part of edges.keys()) {
    const circle = visit(part, []);
    if (circle) return [`${folder || 'src'} has an import cycle: ${circle.join(' → ')}.`];
  }
  return [];
}
