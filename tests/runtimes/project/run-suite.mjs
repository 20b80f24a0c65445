// Ends a case that hangs, so that the others still run.
const CASE_MS = 30_000;

/** Runs cases `{ name, run }` one after the other on any runtime. Returns a result that can be sent as JSON. */
export async function runSuite(suite, cases) {
  const failures = [];
  for (const { name, run } of cases) {
    try {
      await withTimeout(run());
    } catch (error) {
      failures.push({ name, message: describe(error) });
    }
  }
  return { suite, total: cases.length, failures };
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
