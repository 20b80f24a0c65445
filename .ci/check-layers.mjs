// Checks that the imports of the sandbox point in one direction.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { layerFaults } from './layers.mjs';
import { root } from './packages.mjs';

const src = join(root, 'packages/sandbox/src');
const paths = readdirSync(src, { recursive: true }).filter((path) => /\.tsx?$/.test(path));
const files = new Map(
  paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(src, path), 'utf8')]),
);
const faults = layerFaults(files);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`The imports of ${files.size} files point in one direction.`);
