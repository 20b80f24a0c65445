import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// For `npm run test:slow -w packages/cli`, which picks the `.slow.ts` files: tests that need a real clock and are not part
// of `npm test`.
const conditions = ['@screening-webhooks/source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.{test,slow}.ts'],
    testTimeout: 120_000,
  },
});
