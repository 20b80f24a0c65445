// The bundles that size-limit measures for the subject `bundle`: our imports that have a budget, and those of other libraries.
import checks, { platforms } from '../.ci/size-limit.mjs';

const octokit = '@octokit/webhooks';
const others = [
  ['svix', '*'],
  ['stripe', '*'],
  ['standardwebhooks', '*'],
  [octokit, '{ Webhooks }'],
  [`${octokit}-methods`, '{ verify }'],
];

/** npm may have installed the package for this folder only. */
const importOf = ([specifier, exports]) => ({
  name: specifier,
  path: 'main.ts',
  gzip: true,
  modifyEsbuildConfig: ({ entryPoints: _, ...config }) => ({
    ...config,
    ...platforms.workerd,
    external: ['node:*'],
    stdin: {
      contents: `export ${exports} from '${specifier}';`,
      resolveDir: import.meta.dirname,
    },
  }),
});

export default [
  ...checks.filter(({ name }) => /^(?:core|hono).* on workerd$/.test(name)),
  ...others.map(importOf),
];
