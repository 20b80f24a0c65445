import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { exporterName, labelNames, otlpName, readQuery, seriesNames } from './support/promql.js';

// The fields that an import into Grafana's classic model requires (https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/).
// The tests run without Grafana, so only the structure is checked.

const datasource = z.strictObject({
  type: z.literal('prometheus'),
  // The variable, so that the user can choose the data source.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's syntax.
  uid: z.literal('${datasource}'),
});
const dashboard = z.object({
  uid: z.string().max(40),
  title: z.string().min(1),
  schemaVersion: z.number().int().min(36),
  time: z.strictObject({ from: z.string(), to: z.string() }),
  annotations: z.object({ list: z.array(z.unknown()) }),
  templating: z.object({
    list: z.tuple([
      z.object({
        name: z.literal('datasource'),
        type: z.literal('datasource'),
        query: z.literal('prometheus'),
      }),
      z.object({
        name: z.literal('endpoint'),
        type: z.literal('query'),
        datasource,
        query: z.object({ query: z.string() }),
      }),
    ]),
  }),
  panels: z.array(
    z.object({
      id: z.number().int().positive(),
      type: z.enum(['timeseries', 'stat']),
      title: z.string().min(1),
      datasource,
      gridPos: z.strictObject({
        x: z.number().int().min(0),
        y: z.number().int().min(0),
        w: z.number().int().min(1).max(24),
        h: z.number().int().min(1),
      }),
      fieldConfig: z.object({
        defaults: z.object({ unit: z.string() }),
        overrides: z.array(z.never()),
      }),
      targets: z
        .array(
          z.object({
            refId: z.string(),
            datasource,
            expr: z.string(),
            legendFormat: z.string().min(1),
          }),
        )
        .min(1),
    }),
  ),
});

const text = readFileSync(new URL('../grafana-dashboard.json', import.meta.url), 'utf8');
const { panels, templating } = dashboard.parse(JSON.parse(text));

const unique = (values: readonly unknown[]) => new Set(values).size === values.length;

it('panel ids, panel titles and the refIds of a panel are unique', () => {
  expect(unique(panels.map(({ id }) => id))).toBe(true);
  expect(unique(panels.map(({ title }) => title))).toBe(true);
  for (const { targets } of panels) expect(unique(targets.map(({ refId }) => refId))).toBe(true);
});

it('panels fit into the 24 columns and do not overlap', () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
    expect(x + w).toBeLessThanOrEqual(24);
    return Array.from(
      { length: w * h },
      (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`,
    );
  });
  expect(unique(cells)).toBe(true);
});

it('each query is valid PromQL, with metrics and labels that exist in both namings', () => {
  const namings = [seriesNames(otlpName), seriesNames(exporterName)];
  const shown = new Set<string>();
  for (const { targets } of panels) {
    for (const { expr, legendFormat } of targets) {
      const query = expr.replaceAll('$__rate_interval', '5m');
      const { errors, metrics, labels } = readQuery(query);
      expect({ expr, errors }).toEqual({ expr, errors: [] });
      expect(metrics.length).toBeGreaterThan(0);
      for (const metric of metrics) {
        const pattern = new RegExp(`^(?:${metric})$`);
        for (const names of namings) {
          const found = names.filter((name) => pattern.test(name));
          expect({ metric, found }).toEqual({ metric, found: [expect.any(String)] });
          for (const name of found) shown.add(name.replace(/_(bucket|sum|count)$/, ''));
        }
      }
      const [, legendLabel] = legendFormat.match(/\{\{(\w+)\}\}/) ?? [];
      for (const label of [...labels, ...(legendLabel ? [legendLabel] : [])]) {
        expect(labelNames).toContain(label);
      }
    }
  }
  // Every metric is shown.
  const all = namings.flat().map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  expect([...shown].sort()).toEqual([...new Set(all)].sort());
});

it('the endpoint variable lists the endpoints that report deliveries', () => {
  const [, endpoint] = templating.list;
  expect(endpoint.query.query).toBe(
    'label_values(screening_webhooks_deliveries_total, messaging_destination_name)',
  );
});
