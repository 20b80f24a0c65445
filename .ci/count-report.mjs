// Reads what a step has counted.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './packages.mjs';

/**
 * @param ok Whether the step ended with 0.
 * @param file Its report, which is missing when the step broke off.
 * @returns `{ passed, failed, skipped, failures }`; `failures` are sentences.
 */
export function countReport(ok, kind, file) {
  if (kind === undefined || !existsSync(file)) {
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, failures: [] };
  }
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return kind === 'tests' ? countTests(ok, report) : { failures: [], ...report };
}

/** Counts each test. A file that failed without a failed test, for example because it did not load, counts as one. */
function countTests(ok, report) {
  const failures = report.testResults.flatMap(failuresOf);
  return {
    passed: report.numPassedTests,
    // An error outside any test file fails the run too.
    failed: ok ? failures.length : Math.max(failures.length, 1),
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  };
}

/** Each failed test of a file with its first line of why, or the file that did not load. */
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
