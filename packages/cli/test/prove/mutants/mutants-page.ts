import { checks } from '../../../src/prove/checks/checks.js';
import { type FlawName, flaws } from './flaws.js';
import type { MutantReport } from './prove-mutant.js';

interface FlawReport extends MutantReport {
  readonly flaw: FlawName;
}

/** The page `docs/prove-mutants.md`: which checks find which flaw. */
export function mutantsPage(reports: readonly FlawReport[]): string {
  const code = (names: readonly string[]): string =>
    names.length === 0 ? 'none' : names.map((name) => `\`${name}\``).join(', ');
  const byFlaw = reports.map(({ flaw, failed, advised }) => {
    const [named, other] = partition([...failed, ...advised], flaws[flaw].caughtBy);
    const verdict = failed.length > 0 ? 'failed' : 'advised';
    return `| \`${flaw}\` | ${flaws[flaw].words} | ${verdict} | ${code(named)} | ${code(other)} |`;
  });
  const byCheck = checks.map(({ name, level }) => {
    const finds = reports.flatMap(({ flaw, failed, advised }) =>
      failed.includes(name) || advised.includes(name) ? [flaw] : [],
    );
    return `| \`${name}\` | ${level} | ${finds.length} | ${finds.length > 5 ? `${code(finds.slice(0, 5))}, …` : code(finds)} |`;
  });
  return `# Which checks of \`prove\` find which flaws

Each line of the first table is a small receiver that is correct apart from one flaw. The tests run every check of
[\`screening-webhooks prove\`](../packages/cli#prove-conformance-checks-for-any-language) against each of these
${reports.length} receivers and compare the results with this page. Without a flaw, the receiver passes all ${checks.length} checks.

This page is generated. \`npm run mutate:prove\` compares it, and with \`-- -u\` writes it anew. \`npm test\` runs the checks that name
a flaw.

## By flaw

A receiver is \`failed\` when it violates the specification, and \`advised\` when it only deviates from a recommendation.

| flaw | a receiver that … | verdict | found by the checks that name it | and by |
|---|---|---|---|---|
${byFlaw.join('\n')}

## By check

A check that finds none of these flaws is for receivers that are not among them: for example, receivers that refuse a certain kind
of genuine event.

| check | level | flaws found | which |
|---|---|---|---|
${byCheck.join('\n')}
`;
}

function partition(
  names: readonly string[],
  chosen: readonly string[],
): readonly [readonly string[], readonly string[]] {
  return [
    names.filter((name) => chosen.includes(name)),
    names.filter((name) => !chosen.includes(name)),
  ];
}
