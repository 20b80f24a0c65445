import type { Check } from '../check.js';
import type { CheckContext, Delivery } from '../check-context.js';
import { answerOf, type Finding, isAck, mustAck, unproven } from '../finding.js';

const zeros = '0'.repeat(64);
const OTHER_SECRET = 'whsec_of_the_secret_to_come';

const rolling =
  'While the signing secret is being rolled, a header contains one v1 for each secret. A receiver that checks only one of them may refuse every event until the roll ends.';

/** The window ends at 300 s; a second may pass between the two clocks. */
const MARGIN_MS = 4000;

type Parts = Parameters<NonNullable<Delivery['header']>>[0];

const header = (
  name: string,
  group: Check['group'],
  level: Check['level'],
  sends: string,
  write: (parts: Parts) => string,
  why: string,
): Check => ({
  name,
  group,
  level,
  sends,
  expected: 'a 2xx',
  why,
  spec: '5, step 1',
  run: (context) => acked(context, { header: write }),
});

const inWindow = (name: string, skew: number): Check => ({
  name,
  group: 'window',
  level: 'must',
  sends: `a genuine event signed ${Math.abs(skew)} s ${skew < 0 ? 'ago' : 'ahead'}`,
  expected: 'a 2xx',
  why: 'Clocks differ and queues are slow, so 300 s are allowed in both directions. An event refused inside the window is a genuine event lost.',
  spec: '5, step 5',
  run: async (context) => {
    const result = await context.send({ body: context.body(), skew });
    // Time that passes before the receiver looks at its clock moves an old timestamp out of the window.
    if (skew < 0 && !isAck(result) && result.ms > MARGIN_MS) {
      return unproven(`${answerOf(result)}, after ${result.ms} ms: too slow to tell`);
    }
    return mustAck(result);
  },
});

const signedBy = (name: string, index: number): Check => ({
  name,
  group: 'rotation',
  level: 'must',
  sends: `an event signed only with the ${index === 0 ? 'first' : 'second'} --secret`,
  expected: 'a 2xx',
  why: 'Deliveries signed before the roll can arrive after it.',
  spec: '6, rule 4',
  run: async (context) => {
    const secret = context.settings.secrets[index];
    if (context.settings.secrets.length < 2 || secret === undefined) {
      return unproven('needs --secret twice: the new secret and the old one');
    }
    return acked(context, { secret });
  },
});

/** Unusual headers that contain a matching `v1`. */
export const signatureChecks: readonly Check[] = [
  header(
    'v1-before-t',
    'header',
    'should',
    'v1=…,t=…',
    ({ t, v1 }) => `v1=${v1},t=${t}`,
    'The header contains named pairs. The specification shows t first, but does not promise the order.',
  ),
  header(
    'unknown-keys',
    'header',
    'should',
    'v0=x,cert=1,t=…,v1=…,v2=y',
    ({ t, v1 }) => `v0=x,cert=1,t=${t},v1=${v1},v2=y`,
    'v1 names a scheme. When the service adds another key, a receiver that only knows t and v1 must keep working.',
  ),
  header(
    'spaces-around-pairs',
    'header',
    'should',
    't=… , v1=…',
    ({ t, v1 }) => `t=${t} , v1=${v1}`,
    'A proxy that joins or rewrites headers may put a space after the comma.',
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
    'should',
    't=…,v1=,v1=<genuine>',
    ({ t, v1 }) => `t=${t},v1=,v1=${v1}`,
    'One v1 matches exactly. The service sends no empty one, but a receiver that stops at it may stop at other odd ones.',
  ),
  header(
    'short-v1-beside-a-good-one',
    'rotation',
    'should',
    't=…,v1=abc,v1=<genuine>',
    ({ t, v1 }) => `t=${t},v1=abc,v1=${v1}`,
    'In some languages, a timing-safe comparison throws for unequal lengths, and the matching v1 is never checked.',
  ),
  {
    name: 'two-v1',
    group: 'rotation',
    level: 'must',
    sends: 'an event signed with two secrets, of which the receiver knows the second',
    expected: 'a 2xx',
    why: rolling,
    spec: '5, step 1',
    run: (context) => acked(context, { secret: [OTHER_SECRET, context.settings.secrets[0]] }),
  },
  signedBy('new-secret', 0),
  signedBy('old-secret', 1),
  inWindow('signed-295-s-ago', -295),
  inWindow('signed-295-s-ahead', 295),
];

async function acked(context: CheckContext, options: Omit<Delivery, 'body'>): Promise<Finding> {
  return mustAck(await context.send({ ...options, body: context.body() }));
}
