// Loads every entry point of every package as ES module and as CommonJS, and compares the exported names.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

for (const folder of readdirSync('node_modules/@screening-webhooks')) {
  const { name, exports = {} } = require(
    `./node_modules/@screening-webhooks/${folder}/package.json`,
  );
  for (const [path, conditions] of Object.entries(exports)) {
    if (!conditions.import) continue;
    const entry = name + path.slice(1);
    const names = Object.keys(await import(entry));
    assert.notEqual(names.length, 0, `${entry} exports nothing`);
    assert.deepEqual(Object.keys(require(entry)).sort(), names.sort(), entry);
  }
}
