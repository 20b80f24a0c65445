// The budgets of what a user's bundle gains, for size-limit: bytes after gzip, 3 to 10 % above the measured size, so that growth is
// a decision made here and not an accident. The two of the Hono adapter are aims: they have no room. The tighter one of
// `hono/edge` also keeps the store in memory out, and no budget has room for `explain`, which is for development.
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

/** A check of what an import of a file adds. @param ignore Packages that the user has anyway. */
const importOf = (path, name, on, limit, ignore = []) => ({
  name: `${path.replaceAll(/packages\/|\/dist\/esm|(?:\/index)?(?:\.node)?\.js/g, '')}: ${name} on ${on}`,
  path: join('..', path),
  import: `{ ${name} }`,
  ignore,
  gzip: true,
  limit: `${limit} B`,
  modifyEsbuildConfig: (config) => ({ ...config, ...platforms[on] }),
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
  importOf('packages/hono/dist/esm/index.js', 'webhook', 'workerd', 13_605, ['hono']),
  importOf('packages/hono/dist/esm/edge.js', 'webhook', 'workerd', 12_965, ['hono']),
  importOf('packages/cloudflare/dist/esm/index.js', 'durableObjectStore', 'workerd', 1_455),
  importOf('packages/cloudflare/dist/esm/index.js', 'd1Store', 'workerd', 2_225),
  // For development: listed to show that it runs on the edge.
  importOf('packages/explain/dist/esm/index.js', 'explainDelivery', 'workerd', 10_305),
  importOf('packages/client/dist/esm/index.js', 'createClient', 'workerd', 3_905),
  importOf('packages/client/dist/esm/index.js', 'reconcile', 'workerd', 3_905),
  importOf('packages/core/dist/esm/index.node.js', 'createReceiver', 'node', 13_105),
  importOf('packages/express/dist/esm/index.js', 'webhook', 'node', 14_655, ['express']),
  importOf('packages/koa/dist/esm/index.js', 'webhook', 'node', 14_755, ['koa']),
  importOf('packages/fastify/dist/esm/index.js', 'webhook', 'node', 14_955, ['fastify']),
  scripts('dashboard: first load of /', await firstLoadOfDashboard(), 130_000),
  scripts('check page', join(await builtCheckPage(), '*.js'), 14_200),
];
