import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Row } from '../../measure/row.js';
import { fairnessRows } from './fairness.js';
import { sharedRows } from './shared.js';
import { spineRows } from './spine.js';
import { startRows } from './start.js';

/** The built sandbox: its start, its use in tests, its memory, the cost of a request, and its fairness between endpoints. Times are elapsed times. */
export async function sandboxSubject(): Promise<readonly Row[]> {
  const template = new URL('../../../packages/sandbox/dist/database.tar.gz', import.meta.url);
  if (!existsSync(template)) throw new Error('The sandbox is not built: npm run build.');
  return [
    ...(await startRows()),
    ...(await sharedRows()),
    ...(await spineRows(fileURLToPath(template))),
    ...(await fairnessRows(fileURLToPath(template))),
  ];
}
