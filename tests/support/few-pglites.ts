import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from './run-folder.ts';

/** How many PGlites the workers of `npm test` may open. Each takes half a second of CPU time, so tests borrow them. */
const MOST = 15;

/** The file with a line for each PGlite that the workers of this run have opened. */
export const pglitesFile = (): string => join(runFolder(), 'pglites');

/** A `globalSetup` of `npm test`. */
export default function setUp(): () => void {
  return () => {
    const files = existsSync(pglitesFile())
      ? readFileSync(pglitesFile(), 'utf8').trimEnd().split('\n')
      : [];
    if (files.length <= MOST) return;
    throw new Error(
      `The tests have opened ${files.length} PGlites. ${MOST} may be open: borrow one.\n${files.join('\n')}`,
    );
  };
}
