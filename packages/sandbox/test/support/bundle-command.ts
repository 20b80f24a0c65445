import { bundle } from './bundle-worker.js';

/** Bundles the command `screening-sandbox` from source. Returns the file's path. */
export function bundleCommand(): Promise<string> {
  return bundle('src/cli/main.ts', 'main.mjs', {
    // Commander is CommonJS and requires Node's modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
}
