import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from './src/build-site.ts';

// `npm run docs`: builds the documentation site. `--out` is its folder, `--base` where it is on its server.

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(import.meta.dirname, 'dist') },
    base: { type: 'string', default: '/' },
  },
});
const out = resolve(values.out);
const base = `/${values.base}/`.replaceAll(/\/+/g, '/');
await buildSite(out, base);
process.stdout.write(`The site is in ${out}\n`);
