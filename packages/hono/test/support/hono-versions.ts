import { createRequire } from 'node:module';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { validator } from 'hono/validator';

interface HonoVersion {
  readonly Hono: typeof Hono;
  readonly validator: typeof validator;
  readonly bodyLimit: typeof bodyLimit;
}

const require = createRequire(import.meta.url);

/** The newest version, and versions that return re-serialised JSON as the body. */
export const honoVersions: [name: string, version: HonoVersion][] = [
  ['Hono 4, newest', { Hono, validator, bodyLimit }],
  [
    'Hono 4.8.3',
    {
      ...require('hono-4-8-3'),
      ...require('hono-4-8-3/validator'),
      ...require('hono-4-8-3/body-limit'),
    },
  ],
  [
    'Hono 4.6.0',
    {
      ...require('hono-4-6-0'),
      ...require('hono-4-6-0/validator'),
      ...require('hono-4-6-0/body-limit'),
    },
  ],
  [
    'Hono 4.2.0',
    {
      ...require('hono-4-2-0'),
      ...require('hono-4-2-0/validator'),
      ...require('hono-4-2-0/body-limit'),
    },
  ],
];
