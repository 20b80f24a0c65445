import { beforeEach, expect, test, vi } from 'vitest';
import { createMutant } from './mutants/mutant-receiver.js';
import {
  bareReceiver,
  type CreateOwnReceiver,
  expressExample,
  honoExample,
  koaExample,
} from './receivers/own-receivers.js';
import { checksThat, OLD_SECRET, reportOf, SECRET } from './run-prove.js';

interface Own {
  readonly name: string;
  readonly create: CreateOwnReceiver;
  readonly advised?: readonly string[];
  readonly oneSecret?: true;
}

const receivers: readonly Own[] = [
  // Its express.json() stops at 100 KB, as it does in most apps; the README says so.
  { name: 'examples/express-existing-app', create: expressExample, advised: ['large-body'] },
  { name: 'examples/hono-edge', create: honoExample, oneSecret: true },
  { name: 'examples/koa-app', create: koaExample },
  { name: 'receiver.fetch', create: bareReceiver },
  // Each receiver of mutants/flaws.ts has one flaw.
  {
    name: 'a mutant without a flaw',
    create: (secrets, probe) => createMutant(undefined, secrets, probe),
  },
];

// The worker of the example logs a line for each delivery.
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

test.for(receivers)(
  '$name passes every check',
  { timeout: 180_000 },
  async ({ create, advised = [], oneSecret }) => {
    const { report, exit } = await reportOf(
      (probe) => create(oneSecret ? [SECRET] : [SECRET, OLD_SECRET], probe),
      oneSecret ? [] : ['--secret', OLD_SECRET],
    );
    expect(report.checks.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
    expect(checksThat(report, 'advised')).toEqual(advised);
    expect(checksThat(report, 'unproven')).toEqual(oneSecret ? ['new-secret', 'old-secret'] : []);
    expect(exit).toBe(0);
  },
);
