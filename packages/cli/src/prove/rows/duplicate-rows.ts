import type { Bench } from '../bench.js';
import { answersOf, failed, isAck, isRetried, mustAck, passed, unproven } from '../finding.js';
import type { Row } from '../row.js';
import { NO_ARMING, once, sendUntilAcked, settledCount, withProbe } from './watch.js';

const base = { group: 'duplicates', level: 'must', spec: '6, rule 6' } as const;

const AT_ONCE = 5;
const DELAY_MS = 300;

const comesAgain =
  'An event comes again whenever an ack got lost, and whenever somebody replays it by hand';

const bodyOf = (bench: Bench): string =>
  JSON.stringify(bench.event('document_verification.completed'));

/** The same event, delivered again. */
export const duplicateRows: readonly Row[] = [
  {
    ...base,
    name: 'duplicate-is-acked',
    sends: 'a genuine event twice, signed anew',
    expected: 'a 2xx both times',
    why: `${comesAgain}: whoever refuses it is sent it five times and counts as failing.`,
    run: async (bench) => {
      const first = await bench.send({ body: bodyOf(bench) });
      if (!isAck(first)) return failed(answersOf([first]));
      return mustAck(await bench.send({ body: bodyOf(bench), skew: 1 }));
    },
  },
  {
    ...base,
    name: 'duplicates-one-after-another',
    sends: 'a genuine event five times, one after another',
    expected: 'handled once',
    why: `${comesAgain}: without dedupe by id, the work is done again each time.`,
    run: withProbe(async (bench, probe) => {
      const results = [];
      for (let copy = 0; copy < AT_ONCE; copy += 1) {
        results.push(await bench.send({ body: bodyOf(bench), skew: copy }));
      }
      return once(await settledCount(bench, probe, bench.id()), answersOf(results));
    }),
  },
  {
    ...base,
    name: 'duplicates-at-once',
    sends: 'a genuine event five times at once, then its retry',
    expected: 'acked in the end; handled once',
    why: 'Whoever looks whether an id is there, does the work and then writes the id lets all of them through.',
    run: withProbe(async (bench, probe) => {
      await bench.arm(bench.id(), { delay: DELAY_MS });
      const copies = Array.from({ length: AT_ONCE }, () => bench.send({ body: bodyOf(bench) }));
      const results = await Promise.all(copies);
      const retry = await sendUntilAcked(
        () => bench.send({ body: bodyOf(bench), skew: 1 }),
        bench,
        DELAY_MS,
      );
      if (!isAck(retry)) return failed(answersOf([...results, retry]));
      return once(await settledCount(bench, probe, bench.id()), answersOf(results));
    }),
  },
  {
    ...base,
    name: 'duplicate-during-a-failure',
    sends: 'a genuine event whose handler is about to fail, and its duplicate meanwhile',
    expected: 'the duplicate is not acked, or the event is handled',
    why: 'An event that is being processed is not processed. A 2xx for its duplicate ends the retries, and the failure goes unseen.',
    run: withProbe(async (bench, probe) => {
      if (!(await bench.arm(bench.id(), { delay: DELAY_MS, fail: 1 }))) return unproven(NO_ARMING);
      const first = bench.send({ body: bodyOf(bench) });
      await bench.sleep(DELAY_MS / 3);
      const second = await bench.send({ body: bodyOf(bench), skew: 1 });
      const results = [await first, second];
      if (isAck(results[0] ?? second)) {
        return unproven(`${answersOf(results)}: it acks the failure itself`);
      }
      if (!isAck(second) && isRetried(second)) return passed(answersOf(results));
      return once(await settledCount(bench, probe, bench.id()), answersOf(results));
    }),
  },
];
