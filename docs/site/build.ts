import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryUrl } from '../../.ci/repository.mjs';
import { buildSite } from './src/build-site.ts';

// `npm run docs`: builds the documentation site. `--out` is its folder, `--base` where it is on its server,
// `--repository` the address to use in place of the one in package.json.

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(import.meta.dirname, 'dist') },
    base: { type: 'string', default: '/' },
    repository: { type: 'string' },
  },
});
const out = resolve(values.out);
const base = `/${values.base}/`.replaceAll(/\/+/g, '/');
await buildSite(out, base, repositoryUrl(values.repository));
process.stdout.write(`The site is in ${out}\n`);
