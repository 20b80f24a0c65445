import { readFileSync } from 'node:fs';

/** The names of the types that an `index.ts` of nothing but named re-exports exports, in alphabetical order. */
export function exportedTypes(index: URL): string[] {
  const source = readFileSync(index, 'utf8').replaceAll(/\/\/.*$/gm, '');
  const lists = [...source.matchAll(/export (type )?\{([^}]*)\}/g)];
  if (lists.length !== source.match(/^export /gm)?.length) {
    throw new Error(`${index}: has an export that is not a list of names.`);
  }
  return lists
    .flatMap(([, allTypes, list = '']) =>
      list
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '' && (allTypes || each.startsWith('type ')))
        .map((each) => each.replace(/^type /, '').replace(/^.* as /, '')),
    )
    .sort();
}
