import { timesOf } from '../../measure/contest.js';
import type { Row } from '../../measure/row.js';
import { deliveryOfSize, secret } from '../delivery-of-size.js';
import { BASELINE, besideTheBest } from './beside-the-best.js';
import { candidatesOf } from './primitives.js';

// What Node, Bun and Deno run: `program.mjs verify receive primitives`. Prints rows as JSON.

async function primitives(): Promise<readonly Row[]> {
  const { body, header } = await deliveryOfSize(1024);
  const delivery = { body: new Uint8Array(body), header, secret };
  return besideTheBest('1 KB, primitives', await timesOf(await candidatesOf(delivery), BASELINE));
}

// Imported on demand: some of the peers do not run everywhere.
const subjects: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  primitives,
  verify: async () => (await import('../verify.js')).verifySubject(),
  receive: async () => (await import('../receive.js')).receiveSubject(),
};

const rows: Row[] = [];
for (const name of process.argv.slice(2)) rows.push(...((await subjects[name]?.()) ?? []));
console.log(JSON.stringify(rows));
