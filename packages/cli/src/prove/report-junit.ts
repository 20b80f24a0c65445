import { type CheckResult, countVerdicts } from './verdict.js';

/** Formats the report as JUnit XML, with a suite for each group. Unproven is `skipped`; advice is `system-out`. */
export function reportAsJunit(results: readonly CheckResult[], seed: string): string {
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
  const head = `<testsuites ${attributes({ name: 'screening-webhooks prove', ...totals(results) })}>`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, '</testsuites>', ''].join(
    '\n',
  );
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

function totals(results: readonly CheckResult[]): Readonly<Record<string, string | number>> {
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
