import { countVerdicts, type RowResult } from './verdict.js';

/** The report of a run as JUnit XML: a suite for each group; what is unproven is skipped, advice is output. */
export function reportAsJunit(results: readonly RowResult[], seed: string): string {
  const groups = [...new Set(results.map(({ row }) => row.group))];
  const suites = groups.map((group) => {
    const cases = results.filter(({ row }) => row.group === group);
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

function testCase({ row, verdict, got, ms }: RowResult): string {
  const open = `    <testcase ${attributes({ classname: row.group, name: row.name, time: seconds(ms) })}`;
  const said = `sent: ${row.sends}\nexpected: ${row.expected}\ngot: ${got}\n${row.why} (specification, section ${row.spec})`;
  switch (verdict) {
    case 'passed':
      return `${open}/>`;
    case 'failed':
      return `${open}><failure ${attributes({ message: `expected ${row.expected}, got ${got}` })}>${escaped(said)}</failure></testcase>`;
    case 'advised':
      return `${open}><system-out>${escaped(said)}</system-out></testcase>`;
    case 'unproven':
      return `${open}><skipped ${attributes({ message: `unproven: ${got}` })}/></testcase>`;
  }
}

function totals(results: readonly RowResult[]): Readonly<Record<string, string | number>> {
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

/** Fit for XML 1.0, which has no place for most control characters and for halves of surrogate pairs, escaped or not. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
