import { readFileSync } from 'node:fs';
import type { Outcome, RejectionCode, UnavailableReason } from '@screening-webhooks/core';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { labelNames, otlpName, readQuery, seriesNames } from './support/promql.js';

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
const page = read('docs/operations.md');
const rule = z.object({
  expr: z.string(),
  annotations: z.object({ runbook_url: z.string().startsWith('../../docs/operations.md#') }),
});
const rules = z
  .object({ groups: z.tuple([z.object({ rules: z.array(rule) })]) })
  .parse(parse(read('packages/opentelemetry/prometheus-alerts.yml'))).groups[0].rules;

// Typed as records, so that a new value in a list of the core does not compile until it is added here.
const outcomes: Readonly<Record<Outcome['kind'], true>> = {
  processed: true,
  accepted: true,
  duplicate: true,
  ignored: true,
  discarded: true,
  in_progress: true,
  timed_out: true,
  failed: true,
  unavailable: true,
  rejected: true,
};
const reasons: Readonly<Record<UnavailableReason, true>> = {
  dedupe: true,
  inbox: true,
  secret: true,
  schema: true,
  tenant: true,
  clock: true,
  draining: true,
};
const codes: Readonly<Record<RejectionCode, true>> = {
  method_not_allowed: true,
  unsupported_media_type: true,
  unsupported_encoding: true,
  body_too_large: true,
  body_incomplete: true,
  signature_header_missing: true,
  signature_header_malformed: true,
  timestamp_missing: true,
  signature_missing: true,
  signature_mismatch: true,
  timestamp_too_old: true,
  timestamp_in_future: true,
  event_malformed: true,
  data_invalid: true,
  wrong_integration: true,
};

/** The first cells of the table with this head. Rows with an empty cell do not match. */
function rowsUnder(head: string): string[] {
  const [, table = ''] = page.split(`\n| ${head} |`);
  const [rows = ''] = table.split('\n\n');
  return [...rows.matchAll(/^\| `(\w+)` \| [^|]+ \| [^|]+ \|$/gm)].map(([, name = '']) => name);
}

it('the runbook has a row for each outcome, reason and rejection code', () => {
  expect(rowsUnder('outcome')).toEqual(Object.keys(outcomes));
  expect(rowsUnder('`unavailable`, by reason')).toEqual(Object.keys(reasons));
  expect(rowsUnder('code')).toEqual(Object.keys(codes));
});

it('the page has the query of each alert, below the heading that the alert names', () => {
  const sections = page.split(/^### /m).map((section) => {
    const [heading = ''] = section.split('\n', 1);
    const anchor = heading.toLowerCase().replaceAll(' ', '-');
    const queries = [...section.matchAll(/^```promql\n([\s\S]*?)^```$/gm)];
    return queries.map(([, query = '']) => [`../../docs/operations.md#${anchor}`, query.trim()]);
  });
  const ofAlerts = rules.map(({ expr, annotations }) => [annotations.runbook_url, expr.trim()]);
  expect(sections.flat()).toEqual(ofAlerts);
});

it('each query is valid PromQL, with metrics and labels that exist', () => {
  const queries = [...page.matchAll(/^ *```promql\n([\s\S]*?)^ *```$/gm)].map(
    ([, query = '']) => query,
  );
  expect(queries.length).toBeGreaterThan(9);
  const names = [...seriesNames(otlpName), 'up'];
  for (const query of queries) {
    const { errors, metrics, labels } = readQuery(query);
    expect({ query, errors }).toEqual({ query, errors: [] });
    expect(metrics.length).toBeGreaterThan(0);
    for (const metric of metrics) expect(names).toContain(metric);
    for (const label of labels) expect(labelNames).toContain(label);
  }
});

it('each metric in the text exists', () => {
  // The names without a unit, which its scrape replaces, are tested with a real one.
  const text = page.replace(/^```yaml$[\s\S]*?^```$/m, '');
  const named = text.match(/\b(?:screening_webhooks|messaging_process)_[a-z_]+\b/g) ?? [];
  const known = [...seriesNames(otlpName), ...labelNames];
  for (const name of named) expect(known).toContain(name);
});
