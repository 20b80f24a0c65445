// Node reads dist/cjs/*.js as ES modules unless a package.json beside them says otherwise. That file then is the scope in
// which Node looks up `#…` imports too, so the CommonJS half of the package's `imports` goes along.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages } from './packages.mjs';

/** The same targets, seen from dist/cjs. */
function fromCommonJs(target) {
  if (typeof target === 'string') return target.replace('./dist/cjs/', './');
  return Object.fromEntries(
    Object.entries(target).map(([condition, nested]) => [condition, fromCommonJs(nested)]),
  );
}

for (const { folder, manifest } of publishedPackages()) {
  // A package of nothing but a bin has no CommonJS half.
  if (!manifest.main) continue;
  const scope = { type: 'commonjs', sideEffects: false };
  if (manifest.imports) {
    scope.imports = Object.fromEntries(
      Object.entries(manifest.imports).map(([name, { require }]) => [name, fromCommonJs(require)]),
    );
  }
  writeFileSync(join(folder, 'dist/cjs/package.json'), `${JSON.stringify(scope, null, 2)}\n`);
}
