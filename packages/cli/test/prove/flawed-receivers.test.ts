import { expect, test } from 'vitest';
import { reportOf, rowsThat, SECRET } from './proven-by-http.js';
import { acksFirst } from './receivers/acks-first.js';
import { expressJson } from './receivers/express-json.js';
import { honoJson } from './receivers/hono-json.js';
import { noDedupe } from './receivers/no-dedupe.js';
import type { CreateReceiver } from './receivers/receiver.js';
import { stripeConstructEvent } from './receivers/stripe-construct-event.js';

const all: [string, CreateReceiver][] = [
  ['express.json', expressJson],
  ['stripe', stripeConstructEvent],
  ['hono', honoJson],
  ['acks', acksFirst],
  ['nodedupe', noDedupe],
];
test.concurrent.for(all)('%s', { timeout: 60_000 }, async ([name, create]) => {
  const start = Date.now();
  const { report, exit } = await reportOf((probe) => create(SECRET, probe));
  console.log(
    name,
    exit,
    Date.now() - start,
    JSON.stringify(report.counts),
    '\nFAILED',
    report.rows.filter((r) => r.verdict === 'failed').map((r) => `${r.name}: ${r.got}`),
    '\nADVISED',
    report.rows.filter((r) => r.verdict === 'advised').map((r) => `${r.name}: ${r.got}`),
    '\nUNPROVEN',
    report.rows.filter((r) => r.verdict === 'unproven').map((r) => `${r.name}: ${r.got}`),
  );
  expect(rowsThat(report, 'x')).toEqual([]);
});
