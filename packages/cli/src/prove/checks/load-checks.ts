import type { Exchange } from '../../http/exchange.js';
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { answersOf, type Finding, failed, isAck, mustAck, passed, unproven } from '../finding.js';
import { NO_PROBE, sendUntilAcked } from './with-probe.js';

const BURST = 100;
const SETTLE_MS = 500;

const base = { group: 'load', level: 'must' } as const;

const sends = `${BURST} genuine events at once, fewer if one takes long; each retried until a 2xx`;

/** Many or large deliveries. */
export const loadChecks: readonly Check[] = [
  {
    ...base,
    name: 'burst-is-acked',
    sends,
    expected: 'all acked',
    why: 'An imported roster, or the end of a pause, sends many events at once.',
    spec: '6, rule 6',
    run: async (context) => (await burst(context)).finding,
  },
  {
    ...base,
    name: 'burst-is-handled',
    sends,
    expected: 'all handled, each once',
    why: 'Some errors appear only under load: an exhausted connection pool, a wrong lock.',
    spec: '6, rule 6',
    run: async (context) => {
      const { probe } = context.settings;
      if (probe === undefined) return unproven(NO_PROBE);
      const { finding, ids } = await burst(context);
      if (finding.verdict !== 'passed') return finding;
      await context.sleep(SETTLE_MS);
      const runs = await Promise.all(ids.map((id) => probe.runsOf(id)));
      const lost = runs.filter(({ handled }) => handled === 0).length;
      const repeated = runs.filter(({ handled }) => handled > 1).length;
      return lost + repeated === 0
        ? passed(`${ids.length} handled once each`)
        : failed(`of ${ids.length}, ${lost} not handled and ${repeated} more than once`);
    },
  },
  {
    ...base,
    name: 'large-forgery',
    sends: 'an unsigned body of 4 MiB, then a genuine event',
    expected: 'no 2xx, or a closed connection; then a 2xx',
    why: 'Anyone can send large bodies without the secret. They must cost little and must not disturb genuine events.',
    spec: '5, step 6',
    run: async (context) => {
      const body = new Uint8Array(4 * 1_048_576).fill(0x20);
      const large = await context.send({ body, header: () => '' });
      if (isAck(large)) return failed('acked');
      if (large.kind === 'timed_out') return failed('no answer in time');
      return mustAck(await context.send({ body: context.body() }));
    },
  },
];

/** A receiver may say that it is busy, but not that a genuine event is wrong. */
function isTakenForForged(result: Exchange): boolean {
  return result.kind === 'answered' && [400, 401, 403, 422].includes(result.status);
}

/**
 * Sends events at once. A receiver that handles one at a time can answer all of them in half of the time limit. Events that
 * were not acked are sent again one by one: a receiver may refuse events above its capacity, which the service then retries
 * over minutes.
 */
async function burst(context: CheckContext): Promise<{ finding: Finding; ids: readonly string[] }> {
  const single = await context.send({ body: context.body(context.id('single')) });
  const { ms } = single;
  if (!isAck(single)) return { finding: failed(answersOf([single])), ids: [] };
  const size = Math.max(2, Math.min(BURST, Math.floor(context.settings.timeout / 2 / (ms + 1))));
  const ids = Array.from({ length: size }, (_, index) => context.id(String(index)));
  const deliver = (id: string) => context.send({ body: context.body(id) });
  const first = await Promise.all(ids.map(deliver));
  const refused = first.filter(isTakenForForged);
  if (refused.length > 0) {
    const got = `${refused.length} of ${size} genuine events refused: ${answersOf(refused)}`;
    return { finding: failed(got), ids };
  }
  const slow = size < BURST ? `, because one takes ${ms} ms` : '';
  for (const [index, result] of first.entries()) {
    const id = ids[index];
    if (isAck(result) || id === undefined) continue;
    const retry = await sendUntilAcked(() => deliver(id), context, SETTLE_MS);
    if (!isAck(retry)) {
      const got = `${answersOf(first)}${slow}; then ${answersOf([retry])} for one after five retries`;
      return { finding: failed(got), ids };
    }
  }
  return { finding: passed(`${size} of ${size} acked${slow}`), ids };
}
