import { fileURLToPath } from 'node:url';
import { bundleBudgets } from '../../.ci/bundle-budgets.mjs';
import { bundleSize } from '../../.ci/bundle-size.mjs';
import type { Row } from '../measure/row.js';

/** An import of a library's user. */
interface Entry {
  readonly name: string;
  readonly specifier: string;
  readonly exports: string;
  readonly external?: readonly string[];
  readonly budget?: number;
}

// With the budgets of `node .ci/check-size.mjs`.
const ours = bundleBudgets
  .filter(
    ({ package: from, on }) => on === 'workerd' && ['core', 'hono', 'hono/edge'].includes(from),
  )
  .map(({ package: from, name, external = [], budget }): Entry => {
    const specifier = `@screening-webhooks/${from}`;
    return { name: `${from}: ${name}`, specifier, exports: `{ ${name} }`, external, budget };
  });
// npm may have installed the other libraries for this folder only.
const bench = fileURLToPath(new URL('..', import.meta.url));
const octokit = '@octokit/webhooks';
const others: readonly Entry[] = [
  ...['svix', 'stripe', 'standardwebhooks'].map((name) => {
    return { name, specifier: name, exports: '*' };
  }),
  { name: octokit, specifier: octokit, exports: '{ Webhooks }' },
  { name: `${octokit}-methods`, specifier: `${octokit}-methods`, exports: '{ verify }' },
];

/** The bytes that each import adds to a bundle for workerd. Ratios: our budget to our size, `verifyEvent` to other libraries. */
export async function bundleSubject(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let verifyEvent: number | undefined;
  for (const { name, budget, ...entry } of [...ours, ...others]) {
    const { min, gzip, brotli } = await bundleSize({ ...entry, on: 'workerd', from: bench });
    verifyEvent ??= gzip;
    rows.push({
      subject: 'bundle',
      contest: 'for workerd',
      name: budget === undefined ? name : `${name}, against ${budget} B gzip`,
      figures: { min, gzip, brotli },
      ...(budget === undefined
        ? { ratio: verifyEvent / gzip }
        : { ratio: budget / gzip, budget: 1 }),
    });
  }
  return rows;
}
