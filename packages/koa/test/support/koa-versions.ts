import { createRequire } from 'node:module';
import Koa from 'koa';

const Koa2: typeof Koa = createRequire(import.meta.url)('koa2');

/** Every Koa that the adapter promises to work with. */
export const koaVersions: [name: string, framework: typeof Koa][] = [
  ['Koa 3', Koa],
  ['Koa 2', Koa2],
];
