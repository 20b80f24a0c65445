import { fileURLToPath } from 'node:url';

/** Bundles private packages, which users cannot install. For esbuild, beside `packages: 'external'`. */
export const privatePackages = {
  name: 'private packages',
  setup({ onResolve }) {
    onResolve({ filter: /^screening-webhooks-/ }, ({ path }) => ({
      path: fileURLToPath(import.meta.resolve(path)),
      sideEffects: false,
    }));
  },
};
