import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reportOf, rowsThat, SECRET } from './proven-by-http.js';
import { acksFirst } from './receivers/acks-first.js';
import { expressJson } from './receivers/express-json.js';
import { honoJson } from './receivers/hono-json.js';
import { noDedupe } from './receivers/no-dedupe.js';
import type { CreateReceiver } from './receivers/receiver.js';
import { remembersEarly } from './receivers/remembers-early.js';
import { remembersLate } from './receivers/remembers-late.js';
import { stripeConstructEvent } from './receivers/stripe-construct-event.js';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** What the README says of a receiver: the names in the two cells beside its link. */
function saidOf(file: string): { failed: string[]; advised: string[] } {
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
    // What is acked is not tried again, so its retry shows nothing.
    ['acks-first.ts', acksFirst, ['retry-after-a-failure', 'duplicate-during-a-failure']],
    ['no-dedupe.ts', noDedupe, []],
    ['remembers-early.ts', remembersEarly, []],
    ['remembers-late.ts', remembersLate, []],
  ];

test.concurrent.for(receivers)(
  '%s fails the rows that the README says, and no others',
  { timeout: 90_000 },
  async ([file, create, unproven]) => {
    const { report, exit } = await reportOf((probe) => create(SECRET, probe));
    const said = saidOf(file);
    expect(said.failed.length).toBeGreaterThan(0);
    expect(rowsThat(report, 'failed')).toEqual(said.failed);
    expect(rowsThat(report, 'advised')).toEqual(said.advised);
    // These receivers have one secret.
    expect(rowsThat(report, 'unproven')).toEqual(['new-secret', 'old-secret', ...unproven]);
    expect(exit).toBe(1);
  },
);
