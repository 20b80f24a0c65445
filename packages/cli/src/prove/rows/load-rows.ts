import type { Bench } from '../bench.js';
import { type Finding, failed, holds, isAck, mustAck, passed, unproven } from '../finding.js';
import type { Row } from '../row.js';
import { NO_PROBE, sendUntilAcked } from './watch.js';

const BURST = 100;
const RETRY_MS = 500;

const base = { group: 'load', level: 'must', alone: true } as const;

const bodyOf = (bench: Bench, id = bench.id()): string =>
  JSON.stringify(bench.event('document_verification.completed', { id }));

/** Much at once. */
export const loadRows: readonly Row[] = [
  {
    ...base,
    name: 'burst-is-acked',
    sends: `${BURST} genuine events at once, each tried again until a 2xx`,
    expected: `${BURST} acked`,
    why: 'A roster that is imported, or a pause that ends, sends its events all at once.',
    spec: '6, rule 6',
    run: async (bench) => (await burst(bench)).finding,
  },
  {
    ...base,
    name: 'burst-is-handled',
    sends: `${BURST} genuine events at once, each tried again until a 2xx`,
    expected: `${BURST} handled, each once`,
    why: 'What only goes wrong with many at once (a pool that runs dry, a lock on the wrong thing) is seen nowhere else.',
    spec: '6, rule 6',
    run: async (bench) => {
      const { probe } = bench.trial;
      if (probe === undefined) return unproven(NO_PROBE);
      const { finding, ids } = await burst(bench);
      if (finding.verdict !== 'passed') return finding;
      await bench.sleep(RETRY_MS);
      const counts = await Promise.all(ids.map((id) => probe.handled(id)));
      const wrong = counts.filter((count) => count !== 1).length;
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
    why: 'Nobody has to know the secret to send much: it must cost little, and must not disturb those who know it.',
    spec: '5, step 6',
    run: async (bench) => {
      const body = new Uint8Array(4 * 1_048_576).fill(0x20);
      const large = await bench.send({ body, header: () => '' });
      if (isAck(large)) return failed('acked');
      if (large.kind === 'timed_out') return failed('no answer in time');
      return mustAck(await bench.send({ body: bodyOf(bench) }));
    },
  },
];

async function burst(bench: Bench): Promise<{ finding: Finding; ids: readonly string[] }> {
  const ids = Array.from({ length: BURST }, (_, index) => bench.id(String(index)));
  const results = await Promise.all(
    ids.map((id) => sendUntilAcked(() => bench.send({ body: bodyOf(bench, id) }), bench, RETRY_MS)),
  );
  const acked = results.filter(isAck).length;
  return { finding: holds(acked === BURST, `${acked} of ${BURST} acked`), ids };
}
