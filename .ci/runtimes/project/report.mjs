import { runSuite } from './run-suite.mjs';

/** Runs suites in turn and prints each result as one line of JSON, so that what ran before a crash is not lost. */
export async function report(version, suites) {
  console.log(JSON.stringify({ version }));
  for (const [name, cases] of Object.entries(suites)) {
    console.log(JSON.stringify(await runSuite(name, cases())));
  }
}
