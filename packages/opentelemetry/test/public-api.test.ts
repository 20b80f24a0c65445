import { readFileSync } from 'node:fs';
import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { expect, it } from 'vitest';
import { attribute } from '../src/attributes.js';
import * as opentelemetry from '../src/index.js';
import { metrics } from '../src/metric-table.js';

it('exports these values and types, and no others', () => {
  expect(Object.keys(opentelemetry).sort()).toEqual(['logOutcomes', 'screeningTelemetry']);
  expect(exportedTypes(new URL('../src/index.ts', import.meta.url))).toEqual([
    'OutcomeLogger',
    'ScreeningTelemetry',
    'TelemetryOptions',
  ]);
});

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('the README lists the metrics and attributes of the code', () => {
  const rows = [
    ...readme.matchAll(/^\| `([a-z_.]+)` \| (counter|histogram|gauge) \| `(.+?)` \|/gm),
  ];
  const documented = rows.map(([, ...cells]) => cells.join(' '));
  const defined = Object.values(metrics).map(({ name, kind, unit }) => `${name} ${kind} ${unit}`);
  expect(documented.sort()).toEqual(defined.sort());

  const [, section = ''] = readme.split(/## (?:Attributes|Logs)/);
  const cells = [...section.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([a-z_.]+)`/g)].map(([, name]) => name),
  );
  expect(cells.sort()).toEqual(Object.values(attribute).sort());
});
