import { timesOf } from '../../measure/contest.js';
import type { Row } from '../../measure/row.js';
import { deliveryOfSize, secret } from '../delivery-of-size.js';
import { againstFastest, BASELINE } from './against-fastest.js';
import { candidatesOf } from './candidates.js';

// The program of Node, Bun and Deno: `program.mjs verify receive 'by hand'`. It prints rows as JSON.

async function byHand(): Promise<readonly Row[]> {
  const { body, header } = await deliveryOfSize(1024);
  const delivery = { body: new Uint8Array(body), header, secret };
  return againstFastest(await timesOf(await candidatesOf(delivery), BASELINE));
}

// Imported on demand: some of the other libraries do not run on every runtime.
const subjects: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  'by hand': byHand,
  verify: async () => (await import('../verify.js')).verifySubject(),
  receive: async () => (await import('../receive.js')).receiveSubject(),
};

const rows: Row[] = [];
for (const name of process.argv.slice(2)) rows.push(...((await subjects[name]?.()) ?? []));
console.log(JSON.stringify(rows));
