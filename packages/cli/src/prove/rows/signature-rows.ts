import type { Bench, Delivery } from '../bench.js';
import { type Finding, mustAck, unproven } from '../finding.js';
import type { Row } from '../row.js';

const zeros = '0'.repeat(64);
const OTHER_SECRET = 'whsec_of_the_secret_to_come';

const rolling =
  'While the signing secret is being rolled, a header holds one v1 by each secret. A receiver that looks at one of them refuses everything until the roll is over.';

type Parts = Parameters<NonNullable<Delivery['header']>>[0];

const header = (
  name: string,
  group: Row['group'],
  level: Row['level'],
  sends: string,
  write: (parts: Parts) => string,
  why: string,
): Row => ({
  name,
  group,
  level,
  sends,
  expected: 'a 2xx',
  why,
  spec: '5, step 1',
  run: (bench) => acked(bench, { header: write }),
});

const inWindow = (name: string, skew: number): Row => ({
  name,
  group: 'window',
  level: 'must',
  sends: `a genuine event signed ${Math.abs(skew)} s ${skew < 0 ? 'ago' : 'ahead'}`,
  expected: 'a 2xx',
  why: 'Clocks differ and queues are slow: 300 s are allowed, in both directions. What is refused inside the window is a genuine event lost.',
  spec: '5, step 5',
  run: (bench) => acked(bench, { skew }),
});

const signedBy = (name: string, index: number): Row => ({
  name,
  group: 'rotation',
  level: 'must',
  sends: `an event signed with the ${index === 0 ? 'first' : 'second'} --secret alone`,
  expected: 'a 2xx',
  why: 'Deliveries signed before the roll are still under way after it.',
  spec: '6, rule 4',
  run: async (bench) => {
    const secret = bench.trial.secrets[index];
    if (bench.trial.secrets.length < 2 || secret === undefined) {
      return unproven('give --secret twice: the new one and the old one');
    }
    return acked(bench, { secret });
  },
});

/** Headers that hold a matching `v1`, however odd they look. */
export const signatureRows: readonly Row[] = [
  header(
    'v1-before-t',
    'header',
    'must',
    'v1=…,t=…',
    ({ t, v1 }) => `v1=${v1},t=${t}`,
    'The header holds pairs with names; their order is not promised.',
  ),
  header(
    'unknown-keys',
    'header',
    'must',
    'v0=x,t=…,v1=…,v2=y',
    ({ t, v1 }) => `v0=x,t=${t},v1=${v1},v2=y`,
    'v1 is the label of a scheme: the day that a v2 is sent beside it, a receiver that knows only v1 must go on.',
  ),
  header(
    'spaces-around-pairs',
    'header',
    'should',
    't=… , v1=…',
    ({ t, v1 }) => `t=${t} , v1=${v1}`,
    'A proxy that joins or rewrites headers puts a space after the comma.',
  ),
  header(
    'wrong-v1-first',
    'rotation',
    'must',
    't=…,v1=<zeros>,v1=<genuine>',
    ({ t, v1 }) => `t=${t},v1=${zeros},v1=${v1}`,
    rolling,
  ),
  header(
    'wrong-v1-last',
    'rotation',
    'must',
    't=…,v1=<genuine>,v1=<zeros>',
    ({ t, v1 }) => `t=${t},v1=${v1},v1=${zeros}`,
    rolling,
  ),
  header(
    'empty-v1-beside-a-good-one',
    'rotation',
    'must',
    't=…,v1=,v1=<genuine>',
    ({ t, v1 }) => `t=${t},v1=,v1=${v1}`,
    'One of the v1 values matches exactly, and that is all that is asked for.',
  ),
  header(
    'short-v1-beside-a-good-one',
    'rotation',
    'must',
    't=…,v1=abc,v1=<genuine>',
    ({ t, v1 }) => `t=${t},v1=abc,v1=${v1}`,
    'A timing-safe comparison of values of unequal length throws in some languages, and hides the good one.',
  ),
  {
    name: 'two-v1',
    group: 'rotation',
    level: 'must',
    sends: 'an event signed with two secrets, of which the receiver knows the second',
    expected: 'a 2xx',
    why: rolling,
    spec: '5, step 1',
    run: (bench) => acked(bench, { secret: [OTHER_SECRET, bench.trial.secrets[0]] }),
  },
  signedBy('new-secret', 0),
  signedBy('old-secret', 1),
  inWindow('signed-295-s-ago', -295),
  inWindow('signed-295-s-ahead', 295),
];

async function acked(bench: Bench, how: Omit<Delivery, 'body'>): Promise<Finding> {
  const body = JSON.stringify(bench.event('document_verification.recorded'));
  return mustAck(await bench.send({ ...how, body }));
}
