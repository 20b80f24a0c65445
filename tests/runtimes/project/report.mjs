import { runSuite } from './run-suite.mjs';

/** Runs the suites one after the other and prints each result as a line of JSON, so that a crash does not lose earlier ones. */
export async function report(version, suites) {
  console.log(JSON.stringify({ version }));
  for (const [name, cases] of Object.entries(suites)) {
    console.log(JSON.stringify(await runSuite(name, cases())));
  }
}
