import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';
import { bundleProgram } from '../../measure/bundle-program.js';
import { inTurns, type Rounds, ratiosOf } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { noiseOf, secondRun } from '../../measure/rows-of.js';
import { median } from '../../measure/statistics.js';

const CONNECTIONS = 10;
const SECONDS = 1;
const ROUNDS = { rounds: 11, warmUp: 2 };
/** The least share of the bare app's requests: keys, scope, rate, log and faults may cost 35 %. */
const BUDGET = 0.65;
const BARE = 'the same handler alone';
const WHOLE = 'the service';

/** The output of `spine-program.ts`. */
interface Addresses {
  readonly whole: string;
  readonly bare: string;
  readonly key: string;
  readonly verificationId: string;
}

/** Requests a second of a read on PGlite, beside the same handler without what the API does for each request. */
export async function spineRows(template: string): Promise<readonly Row[]> {
  const program = await bundleProgram(new URL('spine-program.ts', import.meta.url));
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SCREENING_SANDBOX_TEMPLATE: template },
  });
  try {
    const [line] = await once(createInterface(child.stdout), 'line');
    const addresses: Addresses = JSON.parse(line);
    const path = '/v1/document-verifications';
    return [
      await rowOf('a list of 25', path, addresses),
      await rowOf('one object', `${path}/${addresses.verificationId}`, addresses),
    ];
  } finally {
    child.kill('SIGKILL');
  }
}

async function rowOf(name: string, path: string, addresses: Addresses): Promise<Row> {
  // Milliseconds of a request, because less is better in a contest.
  const times: Rounds = await inTurns([BARE, WHOLE, secondRun(BARE)], ROUNDS, async (each) => {
    const { requests, non2xx } = await autocannon({
      url: (each === WHOLE ? addresses.whole : addresses.bare) + path,
      connections: CONNECTIONS,
      duration: SECONDS,
      headers: { authorization: `Bearer ${addresses.key}` },
    });
    if (non2xx > 0) throw new Error(`${each}: ${non2xx} requests were refused.`);
    return 1000 / requests.average;
  });
  const perSecond = (of: string) => 1000 / median(times.get(of) ?? []);
  return {
    subject: 'sandbox',
    contest: 'what the API does for each request',
    name: `a read of ${name}, against ${BARE}`,
    figures: { 'requests/s': perSecond(WHOLE), 'alone/s': perSecond(BARE) },
    ratio: median(ratiosOf(times, WHOLE, BARE)),
    budget: BUDGET,
    noise: noiseOf(times, BARE),
  };
}
