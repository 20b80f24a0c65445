import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expressJson } from '../test/prove/receivers/express-json.js';
import { honoJson } from '../test/prove/receivers/hono-json.js';
import type { CreateReceiver } from '../test/prove/receivers/probe.js';
import { stripeConstructEvent } from '../test/prove/receivers/stripe-construct-event.js';
import {
  acksFirst,
  noDedupe,
  storesIdEarly,
  storesIdLate,
} from '../test/prove/receivers/verified-route.js';
import { checksThat, reportOf, SECRET } from '../test/prove/run-prove.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The checks that the README's table lists for a receiver: failed and advised. */
function readmeRow(receiver: string): { failed: string[]; advised: string[] } {
  const line = readme.split('\n').find((each) => each.startsWith(`| [${receiver}](`));
  const [failed = '', advised = ''] = line?.split(' | ').slice(1) ?? [];
  const namesIn = (cell: string): string[] =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  return { failed: namesIn(failed), advised: namesIn(advised) };
}

const receivers: readonly (readonly [name: string, create: CreateReceiver, unproven: string[]])[] =
  [
    ['Express, `express.json()` and `JSON.stringify(req.body)`', expressJson, []],
    ['Express, `constructEvent` of `stripe` 23', stripeConstructEvent, []],
    ['Hono, `c.req.json()`', honoJson, []],
    // The service does not retry an acked event, so its retry proves nothing.
    [
      'acks before the work',
      acksFirst,
      ['retry-after-a-failure', 'retry-after-four-failures', 'duplicate-during-a-failure'],
    ],
    ['no dedupe', noDedupe, []],
    ['stores ids before the work', storesIdEarly, []],
    ['stores ids after the work', storesIdLate, []],
  ];

test.for(receivers)(
  '%s fails exactly the checks that the README lists',
  { timeout: 180_000 },
  async ([name, create, unproven]) => {
    const { report, exit } = await reportOf((probe) => create(SECRET, probe));
    const expected = readmeRow(name);
    expect(expected.failed.length).toBeGreaterThan(0);
    expect(checksThat(report, 'failed')).toEqual(expected.failed);
    expect(checksThat(report, 'advised')).toEqual(expected.advised);
    // These receivers have one secret.
    expect(checksThat(report, 'unproven')).toEqual(['new-secret', 'old-secret', ...unproven]);
    expect(exit).toBe(1);
  },
);
