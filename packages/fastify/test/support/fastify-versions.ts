import { createRequire } from 'node:module';
import { fastify } from 'fastify';

// Its types are those of Fastify 4.
const { fastify: fastify4 }: { fastify: typeof fastify } = createRequire(import.meta.url)(
  'fastify4',
);

/** Every Fastify version that the adapter supports. */
export const fastifyVersions: [name: string, framework: typeof fastify][] = [
  ['Fastify 5', fastify],
  ['Fastify 4', fastify4],
];
