import { type Cause, headlineOf } from './baseline/cause.js';
import { type CheckResult, countVerdicts } from './verdict.js';

/**
 * Formats the report as JUnit XML, with a suite for each group. Unproven is `skipped`; advice is `system-out`. Why no genuine
 * event passes is an error of a separate case, so that a run in which everything else is skipped is not green.
 */
export function reportAsJunit(
  results: readonly CheckResult[],
  seed: string,
  cause?: Cause,
): string {
  const groups = [...new Set(results.map(({ check }) => check.group))];
  const suites = groups.map((group) => {
    const cases = results.filter(({ check }) => check.group === group);
    return [
      `  <testsuite ${attributes({ name: group, ...totals(cases) })}>`,
      `    <properties><property name="seed" value="${escaped(seed)}"/></properties>`,
      ...cases.map(testCase),
      '  </testsuite>',
    ].join('\n');
  });
  const all = totals(results);
  const name = 'screening-webhooks prove';
  const total = cause ? { name, ...all, tests: all.tests + 1, errors: 1 } : { name, ...all };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes(total)}>`,
    ...(cause ? [baselineSuite(cause)] : []),
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function baselineSuite(cause: Cause): string {
  const suite = { name: 'baseline', tests: 1, failures: 0, errors: 1, skipped: 0, time: '0.000' };
  const error = { type: cause.code, message: headlineOf(cause).join('') };
  return [
    `  <testsuite ${attributes(suite)}>`,
    `    <testcase ${attributes({ classname: 'baseline', name: 'genuine-event', time: '0.000' })}><error ${attributes(error)}/></testcase>`,
    '  </testsuite>',
  ].join('\n');
}

function testCase({ check, verdict, got, ms }: CheckResult): string {
  const open = `    <testcase ${attributes({ classname: check.group, name: check.name, time: seconds(ms) })}`;
  const details = `sent: ${check.sends}\nexpected: ${check.expected}\ngot: ${got}\n${check.why} (specification, section ${check.spec})`;
  switch (verdict) {
    case 'passed':
      return `${open}/>`;
    case 'failed':
      return `${open}><failure ${attributes({ message: `expected ${check.expected}, got ${got}` })}>${escaped(details)}</failure></testcase>`;
    case 'advised':
      return `${open}><system-out>${escaped(details)}</system-out></testcase>`;
    case 'unproven':
      return `${open}><skipped ${attributes({ message: `unproven: ${got}` })}/></testcase>`;
  }
}

function totals(results: readonly CheckResult[]): {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly time: string;
} {
  const { failed, unproven } = countVerdicts(results);
  const time = seconds(results.reduce((sum, { ms }) => sum + ms, 0));
  return { tests: results.length, failures: failed, errors: 0, skipped: unproven, time };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(' ');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for XML 1.0, which cannot represent most control characters or lone surrogates, even escaped. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
