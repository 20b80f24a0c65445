import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { styleOf } from 'screening-webhooks-terminal';
import { serve } from 'screening-webhooks-test-support/serve';
import { expect, test } from 'vitest';
import { checks } from '../../src/prove/checks/checks.js';
import { reportAsJunit } from '../../src/prove/report-junit.js';
import {
  causeLines,
  reportAsTable,
  summaryLine,
  unprovenLines,
} from '../../src/prove/report-table.js';
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

test('the report has the same text in colours, and a colour for each verdict', () => {
  const reported = (colors: boolean) => {
    const style = styleOf({ colors });
    const table = reportAsTable(results, { style, columns: 80, full: false });
    return `${table}\n${summaryLine(countVerdicts(results), 's33d', style)}`;
  };
  const coloured = reported(true);
  const verdicts = ['32mpassed', '33madvised', '31mfailed', '2munproven'];
  for (const word of [...verdicts, '32m1 passed', '33m1 advised', '31m1 failed']) {
    expect(coloured).toContain(`\u001b[${word}`);
  }
  const plain = reported(false);
  expect(stripVTControlCharacters(coloured)).toBe(plain);
  // Only failures have a reason.
  const [, reasons = ''] = plain.split('Why it matters\n');
  expect(reasons.match(/^\S+$/gm)).toEqual(['byte-order-mark', 'signed-310-s-ahead']);
  expect(plain).toContain('1 passed, 1 failed, 1 advised, 1 unproven; seed s33d');
  expect(plain).not.toContain('\u0001');
});

test('the reasons of what is unproven are counted, the most frequent ones first', () => {
  const unproven = (reasons: Readonly<Record<string, number>>) => {
    const all = Object.entries(reasons).flatMap(([why, count]) => Array(count).fill(why));
    return checks.flatMap(({ name }, index) => result(name, 'unproven', all[index] ?? 'x'));
  };
  const lines = (reasons: Readonly<Record<string, number>>) => {
    const total = Object.values(reasons).reduce((sum, count) => sum + count, 0);
    return unprovenLines(unproven(reasons).slice(0, total), 1000);
  };
  expect(lines({ 'needs --probe': 3 })).toBe('3 unproven: needs --probe.\n');
  expect(lines({ a: 1, b: 3, c: 2 })).toBe('6 unproven: 3 × b; 2 × c; 1 × a.\n');
  expect(lines({ a: 5, b: 4, c: 3, d: 2, e: 1, f: 1 })).toBe(
    '16 unproven: 5 × a; 4 × b; 3 × c; 2 × d; 2 for other reasons.\n',
  );
  expect(lines({ 'no\n\u001b': 1 })).toBe('1 unproven: no\\n\\u001b.\n');
  expect(lines({})).toBe('');
  expect(unprovenLines(results, 80)).toBe('1 unproven: needs --probe.\n');
});

test('the first sentence says whether genuine events have passed', () => {
  const style = styleOf({ colors: false });
  const lines = (code: 'stopped' | 'csrf_check') =>
    causeLines({ code, sentence: 'it is so.' }, style, 80);
  expect(lines('csrf_check')).toBe('No genuine event passes: it is so.\n');
  expect(lines('stopped')).toBe('Genuine events passed, then it is so.\n');
  const message = (code: 'stopped' | 'csrf_check') =>
    reportAsJunit([], 's', { code, sentence: 'it is so.' }).match(/message="(.*)"/)?.[1];
  expect(message('csrf_check')).toBe('No genuine event passes: it is so.');
  expect(message('stopped')).toBe('Genuine events passed, then it is so.');
});

// A check that passes and one that fails in each row, with the names and texts of every check.
const everyCheck = checks.map(({ name }, index) =>
  result(name, index % 2 === 0 ? 'passed' : 'failed', '409 in\nprogress'),
);

test.each([40, 80, 139, 140])('no name is broken in %i columns', (columns) => {
  const style = styleOf({ colors: false });
  const lines = reportAsTable(everyCheck.flat(), { style, columns, full: true }).split('\n');
  for (const { name } of checks) {
    expect(lines.some((line) => line.split(/ +/)[1] === name)).toBe(true);
    expect(lines).toContain(name);
  }
  const longest = Math.max(...checks.map(({ name }) => name.length));
  const limit = Math.max(columns, 'verdict  '.length + longest);
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(limit);
});

test('in a pipe, each check has one line', () => {
  const style = styleOf({ colors: false });
  const columns = Number.POSITIVE_INFINITY;
  const report = reportAsTable(everyCheck.flat(), { style, columns, full: false });
  const [heading, ...rows] = report.slice(0, report.indexOf('\n\n')).split('\n');
  expect(heading).toMatch(/^verdict +check +sent +expected +got$/);
  expect(rows).toHaveLength(checks.length);
  for (const [index, { name, sends, expected }] of checks.entries()) {
    const cells = rows[index]?.split(/ {2,}/);
    expect(cells?.slice(1)).toEqual([name, sends, expected, '409 in\\nprogress']);
  }
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

test('JUnit XML: why no genuine event passes is an error, so that skipped checks are not green', () => {
  const skipped = result('v1-of-zeros', 'unproven', 'no genuine event passes');
  const cause = { code: 'not_found', sentence: '404. Check the path "/".' } as const;
  const xml = reportAsJunit(skipped, 's', cause);
  expect(xml).toContain('tests="2" failures="0" errors="1" skipped="1"');
  expect(xml).toContain(
    '<testcase classname="baseline" name="genuine-event" time="0.000"><error type="not_found" message="No genuine event passes: 404. Check the path &quot;/&quot;."/></testcase>',
  );
  expect(reportAsJunit(skipped, 's')).not.toContain('<error');
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
  // Acks everything, so it fails both checks.
  const { url } = await serve((req, res) => req.resume().on('end', () => res.end()));
  const file = scratch().file('report.xml');
  const only = ['--only', 'v1-of-zeros', '--only', 'no-t'];
  const { out } = await proveByCommand([url, '--junit', file, ...only]);
  expect(out).toContain('2 failed');
  expect((await readFile(file, 'utf8')).match(/<failure /g)).toHaveLength(2);

  const nowhere = await proveByCommand([url, '--junit', '/nowhere/r.xml', '--only', 'window']);
  expect(nowhere.err).toBe(
    "error: --junit: cannot write /nowhere/r.xml: the folder /nowhere does not exist; create it with mkdir -p '/nowhere'.\n",
  );
  expect(nowhere).toMatchObject({ exit: 2, out: '' });
  const folder = await proveByCommand([url, '--junit', '/tmp', '--only', 'window']);
  expect(folder.err).toBe('error: --junit: cannot write /tmp: it is a directory.\n');
});
