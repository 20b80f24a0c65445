import autocannon from 'autocannon';
import type { Effort } from '../../measure/effort.js';
import { startProgram } from '../../measure/program.js';
import { inTurns, type Rounds, ratiosOf } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { noiseOf, secondRun } from '../../measure/rows-of.js';
import { median } from '../../measure/statistics.js';

const CONNECTIONS = 10;
/** How long a round is: a second, or some requests. */
const LENGTH = { full: { duration: 1 }, quick: { amount: 2 * CONNECTIONS } };
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
export async function spineRows(effort: Effort): Promise<readonly Row[]> {
  const program = await startProgram(new URL('spine-program.ts', import.meta.url));
  try {
    const addresses: Addresses = JSON.parse(program.first);
    const path = '/v1/document-verifications';
    return [
      await rowOf(effort, 'a list of 25', path, addresses),
      await rowOf(effort, 'one object', `${path}/${addresses.verificationId}`, addresses),
    ];
  } finally {
    await program.end();
  }
}

async function rowOf(
  effort: Effort,
  name: string,
  path: string,
  addresses: Addresses,
): Promise<Row> {
  // Milliseconds of a request, because less is better in a contest.
  const times: Rounds = await inTurns(
    effort,
    [BARE, WHOLE, secondRun(BARE)],
    ROUNDS,
    async (each) => {
      const { requests, duration, non2xx, errors } = await autocannon({
        url: (each === WHOLE ? addresses.whole : addresses.bare) + path,
        connections: CONNECTIONS,
        ...LENGTH[effort],
        headers: { authorization: `Bearer ${addresses.key}` },
      });
      if (non2xx + errors > 0) throw new Error(`${each}: ${non2xx + errors} requests have failed.`);
      return (1000 * duration) / requests.total;
    },
  );
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
