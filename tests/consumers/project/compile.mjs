// Compiles a file with a version of TypeScript, the declarations of the packages included (no `skipLibCheck`). What is wrong in
// the declarations of somebody else is not counted: some of them need a newer compiler than ours do.
import { spawnSync } from 'node:child_process';

const [version, ...options] = process.argv.slice(2);
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [`node_modules/typescript-${version}/bin/tsc`, '--pretty', 'false', ...options],
  { encoding: 'utf8' },
);
// An error, and the indented lines that belong to it.
const errors = stdout.match(/^\S.*\n?(?:^\s+.*\n?)*/gm) ?? [];
const ours = errors.filter((error) => !/^node_modules\/(?!@screening-webhooks\/)/.test(error));
if (ours.length > 0 || stderr !== '' || (status !== 0 && errors.length === 0)) {
  console.error(ours.join('') + stderr);
  process.exit(1);
}
