import { parser } from '@prometheus-io/lezer-promql';
import { attribute } from '../../src/attributes.js';
import { type Metric, metrics } from '../../src/metric-table.js';

/** The names in a query. */
export interface Query {
  /** The parts that are not valid PromQL. */
  readonly errors: readonly string[];
  /** Metric names, or the pattern of a matcher on `__name__`. */
  readonly metrics: readonly string[];
  readonly labels: readonly string[];
}

/** Parses a query with Prometheus's own grammar. */
export function readQuery(query: string): Query {
  const errors: string[] = [];
  const names: string[] = [];
  const labels: string[] = [];
  parser.parse(query).iterate({
    enter({ type, from, to, node }) {
      const text = query.slice(from, to);
      if (type.isError) errors.push(query.slice(from, from + 20));
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector') names.push(text);
      if (type.name === 'LabelName' && text !== '__name__') labels.push(text);
      if (type.name === 'UnquotedLabelMatcher' && text.startsWith('__name__')) {
        names.push(text.slice(text.indexOf('"') + 1, -1));
      }
    },
  });
  return { errors, metrics: names, labels };
}

/** The name that Prometheus's OTLP endpoint generates: unit and kind become suffixes. */
export function otlpName({ name, unit, kind }: Metric): string {
  const seconds = unit === 's' ? '_seconds' : '';
  return `${name.replaceAll('.', '_')}${seconds}${kind === 'counter' ? '_total' : ''}`;
}

/** The name that the JavaScript SDK's exporter generates, without the unit. */
export function exporterName(metric: Metric): string {
  return otlpName({ ...metric, unit: '' });
}

/** Every series of this package, named by `nameOf`. */
export function seriesNames(nameOf: (metric: Metric) => string): string[] {
  return Object.values(metrics).flatMap((metric) =>
    metric.kind === 'histogram'
      ? ['_bucket', '_sum', '_count'].map((suffix) => nameOf(metric) + suffix)
      : [nameOf(metric)],
  );
}

/** Every label that a series may have; Prometheus adds `instance` and `job`. */
export const labelNames: readonly string[] = [
  ...Object.values(attribute).map((name) => name.replaceAll('.', '_')),
  'instance',
  'job',
  'le',
];
