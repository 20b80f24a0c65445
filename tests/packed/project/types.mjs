// Compiles with a version of TypeScript, the declarations of the packages included (no `skipLibCheck`):
//   node types.mjs 5.4 mts nodenext   the code of a user, and every entry of every package
//   node types.mjs pasted             the code blocks of the packed READMEs, each as a file of its own, as a user would paste it
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const nodenext = ['--module', 'nodenext', '--moduleResolution', 'nodenext'];
const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler', '--esModuleInterop'];
const always = ['--noEmit', '--strict', '--target', 'es2022', '--types', 'node'];

function compile(version, ...args) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`node_modules/typescript-${version}/bin/tsc`, '--pretty', 'false', ...always, ...args],
    { encoding: 'utf8' },
  );
  // An error, and the indented lines that belong to it.
  const errors = stdout.match(/^\S.*\n?(?:^\s+.*\n?)*/gm) ?? [];
  // The declarations of others may need a newer compiler than ours do.
  const ours = errors.filter((error) => !/^node_modules\/(?!@screening-webhooks\/)/.test(error));
  if (stderr !== '' || (status !== 0 && errors.length === 0)) throw new Error(`${stdout}${stderr}`);
  if (ours.length > 0) throw new Error(ours.join(''));
}

/** Writes a module that exports every entry. @returns its name. */
function writeEntries(version, extension, resolution) {
  const { packages } = JSON.parse(readFileSync('published.json', 'utf8'));
  const entries = Object.keys(packages)
    .filter((entry) => !entry.endsWith('.json'))
    // Nest 12 is an ES module, which older compilers let no CommonJS module require.
    .filter((entry) => !(version === '5.4' && extension === 'cts' && entry.includes('nestjs')));
  const lines = entries.map((entry, index) => `export * as entry${index} from '${entry}';\n`);
  const file = `entries-${version}-${resolution}.${extension}`;
  writeFileSync(file, lines.join(''));
  return file;
}

/** Writes the blocks that import nothing but what this project has installed. @returns their names. */
function writeBlocks() {
  const installed =
    /^(@screening-webhooks\/|node:|(@aws-sdk|express|fastify|hono|koa|ioredis|libsql|zod|pino)(\/|$))/;
  const scope = 'node_modules/@screening-webhooks';
  const pages = readdirSync(scope).map((name) => [name, join(scope, name, 'README.md')]);
  const blocks = [['root', 'README.md'], ...pages].flatMap(([name, page]) =>
    [...readFileSync(page, 'utf8').matchAll(/^```(?:ts|js(?=\nimport ))\n(.*?)^```$/gms)].map(
      ([, code], index) => ({
        file: join('pasted', `${name}-${index + 1}.mts`),
        code,
      }),
    ),
  );
  const imports = /^(?:import|export|\}).* from '([^']+)'/gm;
  const whole = blocks.filter(({ code }) =>
    [...code.matchAll(imports)].every(([, specifier]) => installed.test(specifier)),
  );
  assert.ok(whole.length > 30, `${whole.length} of ${blocks.length} blocks`);
  mkdirSync('pasted');
  for (const { file, code } of whole) writeFileSync(file, `${code}\nexport {};\n`);
  return whole.map(({ file }) => file);
}

const [version, extension, resolution] = process.argv.slice(2);
if (version === 'pasted') {
  compile('7.0', '--skipLibCheck', ...nodenext, ...writeBlocks());
} else {
  const options = resolution === 'bundler' ? bundler : nodenext;
  const files = [`consumer.${extension}`, writeEntries(version, extension, resolution)];
  // One of the three has no DOM, and a CommonJS module beside it.
  const isMixed = extension === 'mts' && resolution === 'nodenext';
  if (isMixed) files.push('mixed.mts', '--lib', 'es2022');
  compile(version, '--exactOptionalPropertyTypes', ...options, ...files);
}
