import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Diagnosis } from '../src/diagnosis.js';
import { toFindings } from '../src/finding.js';
import { damagedDeliveries } from './damaged-deliveries.js';

const diagnoses = Object.keys(damagedDeliveries) as Diagnosis[];
const findings = toFindings(diagnoses);

it('two causes never have the same fix or the same summary', () => {
  expect(findings.length).toBeGreaterThan(25);
  expect(new Set(findings.map(({ fix }) => fix)).size).toBe(findings.length);
  expect(new Set(findings.map(({ summary }) => summary)).size).toBe(findings.length);
});

it('the README has a row for each cause, with its details and its fix', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, table = ''] = readme.split('| cause | details | fix |\n|---|---|---|\n');
  const rows = findings.map(
    ({ cause, detail, fix }) => `| \`${cause}\` |${detail ? ` ${detail}` : ''} | ${fix} |`,
  );
  expect(table.trim().split('\n').sort()).toEqual(rows.sort());
});
