// Node reads dist/cjs/*.js as ES modules unless a package.json beside them says otherwise.
import { readdirSync, writeFileSync } from 'node:fs';

for (const entry of readdirSync('packages', { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  writeFileSync(
    `packages/${entry.name}/dist/cjs/package.json`,
    '{ "type": "commonjs", "sideEffects": false }\n',
  );
}
