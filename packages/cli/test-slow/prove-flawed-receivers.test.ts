import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { acksFirst } from '../test/prove/receivers/acks-first.js';
import { expressJson } from '../test/prove/receivers/express-json.js';
import { honoJson } from '../test/prove/receivers/hono-json.js';
import { noDedupe } from '../test/prove/receivers/no-dedupe.js';
import type { CreateReceiver } from '../test/prove/receivers/receiver.js';
import { storesIdEarly } from '../test/prove/receivers/stores-id-early.js';
import { storesIdLate } from '../test/prove/receivers/stores-id-late.js';
import { stripeConstructEvent } from '../test/prove/receivers/stripe-construct-event.js';
import { checksThat, reportOf, SECRET } from '../test/prove/run-prove.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The checks that the README's table lists for a receiver: failed and advised. */
function readmeRow(file: string): { failed: string[]; advised: string[] } {
  const line = readme.split('\n').find((each) => each.includes(`](test/prove/receivers/${file})`));
  const [failed = '', advised = ''] = line?.split(' | ').slice(1) ?? [];
  const namesIn = (cell: string): string[] =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  return { failed: namesIn(failed), advised: namesIn(advised) };
}

const receivers: readonly (readonly [file: string, create: CreateReceiver, unproven: string[]])[] =
  [
    ['express-json.ts', expressJson, []],
    ['stripe-construct-event.ts', stripeConstructEvent, []],
    ['hono-json.ts', honoJson, []],
    // The service does not retry an acked event, so its retry proves nothing.
    ['acks-first.ts', acksFirst, ['retry-after-a-failure', 'duplicate-during-a-failure']],
    ['no-dedupe.ts', noDedupe, []],
    ['stores-id-early.ts', storesIdEarly, []],
    ['stores-id-late.ts', storesIdLate, []],
  ];

test.for(receivers)(
  '%s fails exactly the checks that the README lists',
  { timeout: 180_000 },
  async ([file, create, unproven]) => {
    const { report, exit } = await reportOf((probe) => create(SECRET, probe));
    const expected = readmeRow(file);
    expect(expected.failed.length).toBeGreaterThan(0);
    expect(checksThat(report, 'failed')).toEqual(expected.failed);
    expect(checksThat(report, 'advised')).toEqual(expected.advised);
    // These receivers have one secret.
    expect(checksThat(report, 'unproven')).toEqual(['new-secret', 'old-secret', ...unproven]);
    expect(exit).toBe(1);
  },
);
