import { type PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { renaming } from './documents.js';

/** The exporter's answer as Prometheus stores it for the page's job: each series and its value. */
export async function seriesOf(
  exporter: PrometheusExporter,
  instance: string,
): Promise<(readonly [series: string, value: string])[]> {
  // The labels that a scrape adds.
  const target = `instance="${instance}",job="receiver"`;
  const { resourceMetrics } = await exporter.collect();
  const text = new PrometheusSerializer().serialize(resourceMetrics);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', labels = '', value = ''] = line.match(/^(\w+)(?:\{(.*)\})? (\S+)$/) ?? [];
    return [`${rename(name)}{${[labels, target].filter(Boolean).join(',')}}`, value];
  });
}

/** Applies the page's `metric_relabel_configs`. */
function rename(name: string): string {
  return renaming.reduce((renamed, { regex, replacement }) => {
    const pattern = new RegExp(`^(?:${regex})$`);
    return renamed.replace(pattern, replacement.replaceAll(/\$\{(\d)\}/g, '$$$1'));
  }, name);
}
