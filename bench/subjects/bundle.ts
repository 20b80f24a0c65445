import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Row } from '../measure/row.js';

/** What a user of a package would write, and at most how many bytes it is after gzip. */
interface Entry {
  readonly name: string;
  readonly exports: string;
  readonly from: string;
  readonly limit?: number;
}

// A framework is the user's own: what is counted is what we add.
const FRAMEWORKS = ['hono'];
const VERIFY = 'verifyEvent';
const core = '@screening-webhooks/core';
const hono = '@screening-webhooks/hono';
const entries: readonly Entry[] = [
  { name: VERIFY, exports: '{ verifyEvent }', from: core, limit: 1200 },
  { name: 'createReceiver', exports: '{ createReceiver }', from: core },
  { name: 'core + hono: webhook', exports: '{ webhook }', from: hono, limit: 4000 },
  ...['svix', 'stripe', 'standardwebhooks'].map((from) => ({ name: from, exports: '*', from })),
  { name: '@octokit/webhooks', exports: '{ Webhooks }', from: '@octokit/webhooks' },
  {
    name: '@octokit/webhooks-methods',
    exports: '{ verify }',
    from: '@octokit/webhooks-methods',
  },
];

/** What each adds to a bundle for workerd: bytes, and the ratio of our `verifyEvent` to it after gzip. */
export async function bundleSubject(): Promise<readonly Row[]> {
  const sizes = await Promise.all(entries.map(sizeOf));
  const verify = sizes[0]?.gzip ?? Number.NaN;
  return entries.flatMap(({ name, limit }, index) => {
    const figures = sizes[index];
    if (!figures) return [];
    const row = { subject: 'bundle', contest: 'for workerd', name, figures };
    const beside = { ...row, ratio: verify / figures.gzip };
    if (limit === undefined) return [beside];
    const within = { ratio: limit / figures.gzip, budget: 1 };
    return [beside, { ...row, name: `${name}, against ${limit} B gzip`, ...within }];
  });
}

async function sizeOf({
  exports,
  from,
}: Entry): Promise<Record<'min' | 'gzip' | 'brotli', number>> {
  const result = await build({
    stdin: { contents: `export ${exports} from '${from}';`, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'import'],
    external: ['node:*', ...FRAMEWORKS],
    write: false,
    logLevel: 'error',
  });
  const code = result.outputFiles[0]?.contents ?? new Uint8Array();
  return {
    min: code.length,
    gzip: gzipSync(code, { level: 9 }).length,
    brotli: brotliCompressSync(code).length,
  };
}
