// Runs cases `{ name, run }`, with assertions for runtimes without node:assert.

// Ends a case that hangs, so that the others still run.
const CASE_MS = 30_000;

/** Throws unless `actual` has every entry of `expected`, compared by value. Values that are not objects must be equal. */
export function mustMatch(what, actual, expected) {
  if (matches(actual, expected)) return;
  throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
}

function matches(actual, expected) {
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(expected) && expected.length !== actual.length) return false;
  return Object.entries(expected).every(([key, value]) => matches(actual[key], value));
}

/** Runs cases one after the other. @returns lines: how many passed, and each failure. */
export async function runSuite(suite, cases) {
  const failures = [];
  for (const { name, run } of cases) {
    try {
      await withTimeout(run());
    } catch (error) {
      failures.push(`not ok  ${suite}: ${name}: ${describe(error)}`);
    }
  }
  if (cases.length === 0) failures.push(`not ok  ${suite} has no cases`);
  return [`${suite}: ${cases.length - failures.length} of ${cases.length} passed`, ...failures];
}

/** Prints the version, and the lines of each suite once it has run, so that a crash does not lose the earlier ones. */
export async function report(version, suites) {
  console.log(version);
  for (const [name, cases] of Object.entries(suites)) print(await runSuite(name, await cases()));
  console.log('all suites ran');
}

/** Prints lines. More than one line means failures, which fail the run. */
export function print(lines) {
  for (const line of lines) console.log(line);
  if (lines.length > 1) globalThis.process.exitCode = 1;
}

async function withTimeout(work) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    const error = new Error(`not finished after ${CASE_MS / 1000} s`);
    timer = setTimeout(reject, CASE_MS, error);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

// The reason of "fetch failed" is in the cause.
function describe(error) {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : ` (cause: ${describe(error.cause)})`;
  return `${error.name}: ${error.message}${cause}`;
}
