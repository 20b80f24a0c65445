// The budgets of what a user's bundle gains, for size-limit: bytes after gzip, 3 to 10 % above the measured size, so that growth is
// a decision made here and not an accident. The two of the Hono adapter are aims: they have no room.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtCheckPage } from './check-page.mjs';
import { firstLoadOfDashboard } from './dashboard-size.mjs';

/** Changes of size-limit's esbuild configuration. Without a platform, an import of a module of Node fails. */
export const platforms = {
  workerd: {
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'import'],
  },
  node: { format: 'esm', platform: 'node', target: 'node20' },
};

// esbuild's `define` replaces free identifiers only: a local variable or a property of the same name stays as it is.
const nodeGlobals = ['Buffer', 'process', 'require', 'global', 'setImmediate', '__dirname'];
const marker = (name) => `FREE_GLOBAL_${name}`;
const markNodeGlobals = Object.fromEntries(
  nodeGlobals.flatMap((name) => [
    [name, marker(name)],
    [`globalThis.${name}`, marker(name)],
  ]),
);

/** A plugin of esbuild that fails the build of a bundle with one of these texts, or with a source in one of these folders. */
const refuse = ({ texts, folders }) => ({
  name: 'refuse',
  setup({ onEnd }) {
    onEnd(({ metafile }) => {
      const codes = Object.keys(metafile.outputs).map((path) => readFileSync(path, 'utf8'));
      const sources = Object.keys(metafile.inputs).flatMap(sourcesOf);
      const found = [
        ...texts.filter((text) => codes.some((code) => code.includes(text))),
        ...sources.filter((source) => folders.some((folder) => source.includes(folder))),
      ];
      return { errors: found.map((each) => ({ text: `The bundle has ${each}.` })) };
    });
  },
});

/** Published files are bundles already: their source maps list the sources. */
function sourcesOf(path) {
  const map = `${path}.map`;
  return existsSync(map) ? [path, ...JSON.parse(readFileSync(map, 'utf8')).sources] : [path];
}

/**
 * A check of what an import of a file adds.
 *
 * @param settings `ignore`: packages that the user has anyway. `without`: a text that the bundle must not have.
 */
const importOf = (path, name, on, limit, { ignore = [], without = [] } = {}) => ({
  name: `${path.replaceAll(/packages\/|\/dist\/esm|(?:\/index)?(?:\.node)?\.js/g, '')}: ${name} on ${on}`,
  path: join('..', path),
  import: `{ ${name} }`,
  ignore,
  gzip: true,
  limit: `${limit} B`,
  modifyEsbuildConfig: (config) => ({
    ...config,
    ...platforms[on],
    define: on === 'node' ? {} : markNodeGlobals,
    plugins: [
      refuse({
        texts: [...(on === 'node' ? [] : nodeGlobals.map(marker)), ...without],
        // For development.
        folders: path.startsWith('packages/explain/') ? [] : ['explain/'],
      }),
    ],
  }),
});

/** A check of scripts that are built already. */
const scripts = (name, path, limit) => ({
  name,
  path,
  gzip: true,
  limit: `${limit} B`,
  disablePlugins: ['@size-limit/esbuild'],
});

export default [
  importOf('packages/core/dist/esm/index.js', 'verifyEvent', 'workerd', 3_870),
  importOf('packages/core/dist/esm/index.js', 'createReceiver', 'workerd', 12_955),
  importOf('packages/hono/dist/esm/index.js', 'webhook', 'workerd', 13_605, { ignore: ['hono'] }),
  importOf('packages/hono/dist/esm/edge.js', 'webhook', 'workerd', 12_965, {
    ignore: ['hono'],
    // Its `dedupe` is given, so it must not have the store in memory.
    without: ['memoryStore:'],
  }),
  importOf('packages/cloudflare/dist/esm/index.js', 'durableObjectStore', 'workerd', 1_455),
  importOf('packages/cloudflare/dist/esm/index.js', 'd1Store', 'workerd', 2_225),
  // For development: listed to show that it runs on the edge.
  importOf('packages/explain/dist/esm/index.js', 'explainDelivery', 'workerd', 10_305),
  importOf('packages/client/dist/esm/index.js', 'createClient', 'workerd', 3_905),
  importOf('packages/client/dist/esm/index.js', 'reconcile', 'workerd', 3_905),
  importOf('packages/core/dist/esm/index.node.js', 'createReceiver', 'node', 13_105),
  importOf('packages/express/dist/esm/index.js', 'webhook', 'node', 14_655, {
    ignore: ['express'],
  }),
  importOf('packages/koa/dist/esm/index.js', 'webhook', 'node', 14_755, { ignore: ['koa'] }),
  importOf('packages/fastify/dist/esm/index.js', 'webhook', 'node', 14_955, {
    ignore: ['fastify'],
  }),
  scripts('dashboard: first load of /', await firstLoadOfDashboard(), 130_000),
  scripts('check page', join(await builtCheckPage(), '*.js'), 14_200),
];
