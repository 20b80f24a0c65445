import { createRequire } from 'node:module';
import Koa from 'koa';

const Koa2: typeof Koa = createRequire(import.meta.url)('koa2');

/** Every Koa version that the adapter supports. */
export const koaVersions: [name: string, framework: typeof Koa][] = [
  ['Koa 3', Koa],
  ['Koa 2', Koa2],
];
