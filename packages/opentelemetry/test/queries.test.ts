import { readFileSync } from 'node:fs';
import type { Outcome, RejectionCode, UnavailableReason } from '@screening-webhooks/core';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { exporterName, labelNames, otlpName, readQuery, seriesNames } from './support/promql.js';

// The Grafana dashboard, the alerts and docs/operations.md. tests/prometheus evaluates their queries in a real Prometheus.

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
const page = read('docs/operations.md');
const rule = z.object({
  expr: z.string(),
  annotations: z.object({ runbook_url: z.string().startsWith('../../docs/operations.md#') }),
});
const rules = z
  .object({ groups: z.tuple([z.object({ rules: z.array(rule) })]) })
  .parse(parse(read('packages/opentelemetry/prometheus-alerts.yml'))).groups[0].rules;

// Grafana's requirements for an imported panel, with the variable by which the user selects the data source.
const datasource = z.strictObject({
  type: z.literal('prometheus'),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's syntax.
  uid: z.literal('${datasource}'),
});
const place = z.int().min(0);
const panel = z.object({
  id: z.int().positive(),
  type: z.enum(['timeseries', 'stat']),
  title: z.string().min(1),
  datasource,
  gridPos: z.strictObject({ x: place, y: place, w: place.min(1), h: place.min(1) }),
  targets: z.array(
    z.object({ refId: z.string(), datasource, expr: z.string(), legendFormat: z.string().min(1) }),
  ),
});
const variable = z.object({ name: z.string(), type: z.string(), query: z.unknown() });
const { panels, templating } = z
  .object({
    schemaVersion: z.int().min(36),
    templating: z.object({ list: z.array(variable) }),
    panels: z.array(panel),
  })
  .parse(JSON.parse(read('packages/opentelemetry/grafana-dashboard.json')));

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

/** The metrics of a query that is valid PromQL and has labels that exist. */
function metricsOf(query: string): readonly string[] {
  const { errors, metrics, labels } = readQuery(query);
  expect({ query, errors }).toEqual({ query, errors: [] });
  expect(metrics.length).toBeGreaterThan(0);
  for (const label of labels) expect(labelNames).toContain(label);
  return metrics;
}

it('the page has queries of metrics that exist, and names no others', () => {
  const queries = [...page.matchAll(/^ *```promql\n([\s\S]*?)^ *```$/gm)];
  expect(queries.length).toBeGreaterThan(9);
  const names = [...seriesNames(otlpName), 'up'];
  for (const [, query = ''] of queries) {
    for (const metric of metricsOf(query)) expect(names).toContain(metric);
  }
  // The names without a unit, which the page's scrape configuration replaces, are tested with a real Prometheus.
  const text = page.replace(/^```yaml$[\s\S]*?^```$/m, '');
  const named = text.match(/\b(?:screening_webhooks|messaging_process)_[a-z_]+\b/g) ?? [];
  for (const name of named) expect([...names, ...labelNames]).toContain(name);
});

it('the dashboard has queries that find their metrics in both namings, and shows every metric', () => {
  const namings = [seriesNames(otlpName), seriesNames(exporterName)];
  const bare = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
  const shown = new Set<string>();
  for (const { expr, legendFormat } of panels.flatMap(({ targets }) => targets)) {
    for (const metric of metricsOf(expr.replaceAll('$__rate_interval', '5m'))) {
      const pattern = new RegExp(`^(?:${metric})$`);
      for (const names of namings) {
        const found = names.filter((name) => pattern.test(name));
        expect({ metric, found }).toEqual({ metric, found: [expect.any(String)] });
        for (const name of found) shown.add(bare(name));
      }
    }
    const [, label] = legendFormat.match(/\{\{(\w+)\}\}/) ?? [];
    if (label) expect(labelNames).toContain(label);
  }
  expect([...shown].sort()).toEqual([...new Set(namings.flat().map(bare))].sort());
});

it('the dashboard has panels of their own, in its 24 columns, and the variables that they use', () => {
  const ids = panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  for (const { gridPos, targets } of panels) {
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    expect(targets).not.toEqual([]);
  }
  const query = 'label_values(screening_webhooks_deliveries_total, messaging_destination_name)';
  expect(templating.list).toMatchObject([
    { name: 'datasource', type: 'datasource', query: 'prometheus' },
    { name: 'endpoint', type: 'query', query: { query } },
  ]);
});
