import { createRequire } from 'node:module';
import type { koaBody } from 'koa-body';

// Its types are those of Koa 2.
const { koaBody: required }: { koaBody: typeof koaBody } = createRequire(import.meta.url)(
  'koa-body-6',
);

export const koaBody6 = required;
