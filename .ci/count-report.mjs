// Reads the counts of the parts of a step: its files, its scenarios, or the step itself.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './packages.mjs';

const SKIPPED = 'tests/skipped.json';

/**
 * @param ok Whether the step ended with 0.
 * @param file Its report, which is missing if the step was aborted.
 * @param {readonly string[]} maySkip Which tests may be skipped: beginnings of `file > name`. Other skipped tests have failed.
 * @returns `{ name, passed, failed, skipped, failures }` for each part; `failures` are sentences. If the step failed and no part
 * did, for example by an error outside any test file, the last entry is the step itself.
 */
export function countParts({ name, report }, ok, file, maySkip = readSkipped()) {
  const itself = { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, failures: [] };
  if (report === undefined || !existsSync(file)) return [itself];
  const counted = JSON.parse(readFileSync(file, 'utf8'));
  const parts = report === 'files' ? countFiles(counted, maySkip) : counted.map(countScenario);
  return ok || parts.some(({ failed }) => failed > 0) ? parts : [...parts, itself];
}

function countScenario({ name, status, failure }) {
  const count = (wanted) => (status === wanted ? 1 : 0);
  return {
    name,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    failures: status === 'failed' ? [`${name}: ${firstLine(failure)}`] : [],
  };
}

/** The tests that may be skipped on a machine or for a user that lacks something. */
function readSkipped() {
  return Object.values(JSON.parse(readFileSync(join(root, SKIPPED), 'utf8'))).flat();
}

/** Counts the tests of each file. The report has a file once for each Vitest project that runs it. */
function countFiles({ testResults }, maySkip) {
  const byFile = new Map();
  for (const result of testResults) {
    const file = relative(root, result.name);
    byFile.set(file, [...(byFile.get(file) ?? []), result]);
  }
  return [...byFile].map(([name, results]) => {
    const tests = results.flatMap(({ assertionResults }) => assertionResults);
    const skipped = tests
      .filter(({ status }) => !['passed', 'failed'].includes(status))
      .map(({ fullName }) => `${name} > ${fullName}`);
    const unknown = skipped.filter((test) => !maySkip.some((start) => test.startsWith(start)));
    const failures = [
      ...results.flatMap(failuresOf),
      ...unknown.map((test) => `${test}: it was skipped, and ${SKIPPED} does not have it`),
    ];
    const passed = tests.filter(({ status }) => status === 'passed').length;
    return {
      name,
      passed,
      failed: failures.length,
      skipped: skipped.length - unknown.length,
      failures,
    };
  });
}

/** Each failed test of a file with the first line of its error, or the file that did not load. */
function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const file = relative(root, name);
  if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`];
  return failed.map(
    ({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages[0])}`,
  );
}

function firstLine(text = '') {
  return text.split('\n', 1)[0];
}
