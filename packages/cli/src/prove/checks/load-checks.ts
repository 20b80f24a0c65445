import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { type Finding, failed, isAck, mustAck, passed, passIf, unproven } from '../finding.js';
import { NO_PROBE, sendUntilAcked } from './with-probe.js';

const BURST = 100;
const RETRY_MS = 500;

const base = { group: 'load', level: 'must', alone: true } as const;

const bodyOf = (context: CheckContext, id = context.id()): string =>
  JSON.stringify(context.event('document_verification.completed', { id }));

/** Many or large deliveries. */
export const loadChecks: readonly Check[] = [
  {
    ...base,
    name: 'burst-is-acked',
    sends: `${BURST} genuine events at once, each retried until a 2xx`,
    expected: `${BURST} acked`,
    why: 'An imported roster, or the end of a pause, sends many events at once.',
    spec: '6, rule 6',
    run: async (context) => (await burst(context)).finding,
  },
  {
    ...base,
    name: 'burst-is-handled',
    sends: `${BURST} genuine events at once, each retried until a 2xx`,
    expected: `${BURST} handled, each once`,
    why: 'Some errors appear only under load: an exhausted connection pool, a wrong lock.',
    spec: '6, rule 6',
    run: async (context) => {
      const { probe } = context.settings;
      if (probe === undefined) return unproven(NO_PROBE);
      const { finding, ids } = await burst(context);
      if (finding.verdict !== 'passed') return finding;
      await context.sleep(RETRY_MS);
      const runs = await Promise.all(ids.map((id) => probe.runsOf(id)));
      const wrong = runs.filter(({ handled }) => handled !== 1).length;
      return wrong === 0
        ? passed(`${BURST} handled once each`)
        : failed(`${wrong} of ${BURST} handled never or more than once`);
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
      return mustAck(await context.send({ body: bodyOf(context) }));
    },
  },
];

async function burst(context: CheckContext): Promise<{ finding: Finding; ids: readonly string[] }> {
  const ids = Array.from({ length: BURST }, (_, index) => context.id(String(index)));
  const results = await Promise.all(
    ids.map((id) =>
      sendUntilAcked(() => context.send({ body: bodyOf(context, id) }), context, RETRY_MS),
    ),
  );
  const acked = results.filter(isAck).length;
  return { finding: passIf(acked === BURST, `${acked} of ${BURST} acked`), ids };
}
