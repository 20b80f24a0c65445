import { expect, test, vi } from 'vitest';
import { reportOf, rowsThat, SECRET } from './proven-by-http.js';
import {
  bareReceiver,
  type CreateOwnReceiver,
  expressExample,
  honoExample,
  koaExample,
} from './receivers/own-receivers.js';

const OLD_SECRET = 'whsec_of_before';

const receivers: readonly (readonly [string, CreateOwnReceiver, readonly string[]])[] = [
  ['examples/express-existing-app', expressExample, [OLD_SECRET]],
  ['examples/hono-edge', honoExample, []],
  ['examples/koa-app', koaExample, [OLD_SECRET]],
  ['receiver.fetch', bareReceiver, [OLD_SECRET]],
];

test.concurrent.for(receivers)('%s', { timeout: 60_000 }, async ([name, create, oldSecrets]) => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const { report, exit } = await reportOf(
    (probe) => create([SECRET, ...oldSecrets], probe),
    oldSecrets.flatMap((s) => ['--secret', s]),
  );
  console.warn(
    name,
    exit,
    JSON.stringify(report.counts),
    report.rows
      .filter((r) => r.verdict !== 'passed')
      .map((r) => `${r.verdict} ${r.name}: ${r.got}`),
  );
  expect(rowsThat(report, 'failed')).toEqual([]);
});
