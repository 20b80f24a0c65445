import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** The path of the alerting rules. */
export const rulesFile = pathOf('packages/opentelemetry/prometheus-alerts.yml');

const rules = z.object({
  groups: z.tuple([
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.record(z.string(), z.string()),
          annotations: z.object({ summary: z.string(), runbook_url: z.string() }),
        }),
      ),
    }),
  ]),
});

/** The alerting rules, in the order of the file. */
export const alerts = rules.parse(parse(readFileSync(rulesFile, 'utf8'))).groups[0].rules;

const page = readFileSync(pathOf('docs/operations.md'), 'utf8');

/** The code blocks of the page in a language, each with the heading that it is below. */
export function blocksIn(language: string): { heading: string; code: string }[] {
  const blocks: { heading: string; code: string }[] = [];
  let heading = '';
  const pattern = /^#+ (?<heading>.+)$|^ *```(?<language>\w+)\n(?<code>[\s\S]*?)^ *```$/gm;
  for (const { groups } of page.matchAll(pattern)) {
    if (groups?.['heading'] !== undefined) heading = groups['heading'];
    if (groups?.['language'] === language) blocks.push({ heading, code: groups['code'] ?? '' });
  }
  return blocks;
}

const relabelling = z.array(
  z.object({
    source_labels: z.tuple([z.literal('__name__')]),
    regex: z.string(),
    target_label: z.literal('__name__'),
    replacement: z.string(),
  }),
);
const scrape = z.object({
  scrape_configs: z.tuple([
    z.object({ job_name: z.literal('receiver'), metric_relabel_configs: relabelling }),
  ]),
});

/** The rules of the page that give the exporter's series the names with a unit. */
export const renaming = scrape.parse(parse(blocksIn('yaml')[0]?.code ?? '')).scrape_configs[0]
  .metric_relabel_configs;

const dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) }),
  ),
});

/** The queries of the dashboard, for all endpoints. */
export function dashboardQueries(rateInterval: string): { panel: string; query: string }[] {
  const { panels } = dashboard.parse(
    JSON.parse(readFileSync(pathOf('packages/opentelemetry/grafana-dashboard.json'), 'utf8')),
  );
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({
      panel: title,
      query: expr.replaceAll('$__rate_interval', rateInterval).replaceAll('$endpoint', '.*'),
    })),
  );
}
