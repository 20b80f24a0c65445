// Far above what any case needs: it ends one that hangs, so that the others still say something.
const CASE_MS = 20_000;

/** Runs cases `{ name, run }` one after the other, on any runtime, and returns what can travel as JSON. */
export async function runSuite(suite, cases) {
  const failures = [];
  for (const { name, run } of cases) {
    try {
      await inTime(run());
    } catch (error) {
      failures.push({ name, message: describe(error) });
    }
  }
  return { suite, total: cases.length, failures };
}

async function inTime(work) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    const error = new Error(`no end after ${CASE_MS / 1000} s`);
    timer = setTimeout(reject, CASE_MS, error);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

// "fetch failed" alone says nothing: the reason is in the cause.
function describe(error) {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : ` (cause: ${describe(error.cause)})`;
  return `${error.name}: ${error.message}${cause}`;
}
