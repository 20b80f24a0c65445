import { readFile } from 'node:fs/promises';
import { styleOf } from '@screening-webhooks/terminal';
import { expect, test } from 'vitest';
import { serve } from '../../../testing/test/support/serve.js';
import { checks } from '../../src/prove/checks/checks.js';
import { reportAsJunit } from '../../src/prove/report-junit.js';
import { reportAsTable, summaryLine } from '../../src/prove/report-table.js';
import { type CheckResult, countVerdicts, type Verdict } from '../../src/prove/verdict.js';
import { scratch } from '../support/scratch.js';
import { proveByCommand } from './run-prove.js';

const result = (name: string, verdict: Verdict, got: string): CheckResult[] =>
  checks.filter((check) => check.name === name).map((check) => ({ check, verdict, got, ms: 12 }));

const results = [
  ...result('numbers', 'passed', '200 processed'),
  ...result('byte-order-mark', 'advised', '400'),
  ...result('signed-310-s-ahead', 'failed', `200 ]]><a b="&'\u0001`),
  ...result('handled-once', 'unproven', 'needs --probe'),
];

test.each([
  [80, false],
  [120, true],
])('the report in %i columns, colours: %s', (columns, colors) => {
  const style = styleOf({ colors });
  const table = reportAsTable(results, { style, columns, full: false });
  expect(`${table}\n${summaryLine(countVerdicts(results), 's33d', style)}`).toMatchSnapshot();
});

test('--full explains every check', () => {
  const style = styleOf({ colors: false });
  const table = reportAsTable(results, { style, columns: 80, full: true });
  const reasons = table.slice(table.indexOf('Why it matters')).match(/^\S+$/gm);
  expect(reasons).toEqual(results.map(({ check }) => check.name));
});

test('JUnit XML: a suite for each group, a case for each check', () => {
  expect(reportAsJunit(results, `<&"'>`)).toMatchSnapshot();
});

test('JUnit XML is well-formed and free of control characters, whatever a receiver answers', () => {
  const odd = result('numbers', 'failed', '\ud800\ufffe\u001b[2J');
  const xml = reportAsJunit([...results, ...odd], `<&"'>`);
  const tags = /<\/?[a-z-]+( [a-z]+="[^"<>]*")*\/?>|<\?xml[^<>]*\?>/g;
  expect(xml.replaceAll(tags, '')).not.toMatch(/[<>]/);
  expect(xml).not.toMatch(/&(?!amp;|lt;|gt;|quot;|apos;)/);
  expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/);
});

test('--junit also writes a file, or reports why it cannot', async () => {
  const { url } = await serve((_req, res) => res.writeHead(500).end());
  const file = scratch().file('report.xml');
  const { out } = await proveByCommand([url, '--junit', file, '--only', 'window']);
  expect(out).toContain('2 failed');
  expect((await readFile(file, 'utf8')).match(/<failure /g)).toHaveLength(2);

  const nowhere = await proveByCommand([url, '--junit', '/nowhere/r.xml', '--only', 'window']);
  expect(nowhere.err).toMatch(
    /^error: --junit: "\/nowhere\/r\.xml" cannot be written \(ENOENT\)\.\n$/,
  );
  expect(nowhere.exit).toBe(2);
});
