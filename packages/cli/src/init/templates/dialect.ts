/** How the files of a project are written. */
export interface Dialect {
  readonly module: 'esm' | 'commonjs';
  readonly typescript: boolean;
}

/** A line that imports `names` of a module: `{ webhook }`, or the name of its default export. */
export type ImportLine = (names: string, from: string) => string;

/** How a dialect imports. A compiler of TypeScript turns `import` into `require` where it has to. */
export function importLine({ module, typescript }: Dialect): ImportLine {
  return module === 'esm' || typescript
    ? (names, from) => `import ${names} from '${from}';\n`
    : (names, from) => `const ${names.replaceAll(' as ', ': ')} = require('${from}');\n`;
}
