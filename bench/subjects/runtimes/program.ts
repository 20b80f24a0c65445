import { timesOf } from '../../measure/contest.js';
import { effortOf } from '../../measure/effort.js';
import type { Row } from '../../measure/row.js';
import { deliveryOfSize, secret } from '../delivery-of-size.js';
import { againstFastest, BASELINE } from './against-fastest.js';
import { candidatesOf } from './candidates.js';

// The program of Node, Bun and Deno: `program.mjs <effort> verify receive 'by hand'`. It prints rows as JSON.

const effort = effortOf(process.argv[2]);

async function byHand(): Promise<readonly Row[]> {
  const { body, header } = await deliveryOfSize(1024);
  const delivery = { body: new Uint8Array(body), header, secret };
  return againstFastest(await timesOf(effort, await candidatesOf(delivery), BASELINE));
}

// Imported on demand: some of the other libraries do not run on every runtime.
const subjects: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  'by hand': byHand,
  verify: async () => (await import('../verify.js')).verifySubject(effort),
  receive: async () => (await import('../receive.js')).receiveSubject(effort),
};

const rows: Row[] = [];
for (const name of process.argv.slice(3)) rows.push(...((await subjects[name]?.()) ?? []));
console.log(JSON.stringify(rows));
