import type { Check } from '../check.js';
import { answersOf, failed, isAck, isRetried, mustAck, passed, unproven } from '../finding.js';
import { finalCount, handledOnce, NO_ARMING, sendUntilAcked, withProbe } from './with-probe.js';

const base = { group: 'duplicates', level: 'must', spec: '6, rule 6' } as const;

const AT_ONCE = 5;
const DELAY_MS = 300;

const sentAgain = 'An event is sent again when an ack is lost or when it is replayed by hand';

/** The same event, delivered again. */
export const duplicateChecks: readonly Check[] = [
  {
    ...base,
    name: 'duplicate-is-acked',
    sends: 'a genuine event twice, re-signed',
    expected: 'a 2xx both times',
    why: `${sentAgain}. A receiver that refuses it gets it five times and counts as failing.`,
    run: async (context) => {
      const first = await context.send({ body: context.body() });
      if (!isAck(first)) return failed(answersOf([first]));
      return mustAck(await context.send({ body: context.body(), skew: 1 }));
    },
  },
  {
    ...base,
    name: 'duplicates-one-after-another',
    sends: 'a genuine event five times in sequence',
    expected: 'handled once',
    why: `${sentAgain}. Without dedupe by id, the work is repeated each time.`,
    run: withProbe(async (context, probe) => {
      const results = [];
      for (let copy = 0; copy < AT_ONCE; copy += 1) {
        results.push(await context.send({ body: context.body(), skew: copy }));
      }
      return handledOnce(await finalCount(context, probe, context.id()), answersOf(results));
    }),
  },
  {
    ...base,
    name: 'duplicates-at-once',
    sends: 'a genuine event five times at once, then its retry',
    expected: 'acked in the end; handled once',
    why: 'A receiver that looks up the id, does the work and then stores the id processes all of them.',
    run: withProbe(async (context, probe) => {
      await context.arm(context.id(), { delay: DELAY_MS });
      const copies = Array.from({ length: AT_ONCE }, () => context.send({ body: context.body() }));
      const results = await Promise.all(copies);
      const retry = await sendUntilAcked(
        () => context.send({ body: context.body(), skew: 1 }),
        context,
        DELAY_MS,
      );
      if (!isAck(retry)) return failed(answersOf([...results, retry]));
      return handledOnce(await finalCount(context, probe, context.id()), answersOf(results));
    }),
  },
  {
    ...base,
    name: 'duplicate-during-a-failure',
    sends: 'a genuine event whose handler will fail, and a duplicate before it fails',
    expected: 'the duplicate is not acked, or the event is handled',
    why: 'An event in progress may still fail. A 2xx for its duplicate ends the retries, so the failed event is lost.',
    run: withProbe(async (context, probe) => {
      if (!(await context.arm(context.id(), { delay: DELAY_MS, fail: 1 })))
        return unproven(NO_ARMING);
      const first = context.send({ body: context.body() });
      await context.sleep(DELAY_MS / 3);
      const second = await context.send({ body: context.body(), skew: 1 });
      const results = [await first, second];
      if (isAck(results[0] ?? second)) {
        return unproven(`${answersOf(results)}: it also acks the failure`);
      }
      if (!isAck(second) && isRetried(second)) return passed(answersOf(results));
      return handledOnce(await finalCount(context, probe, context.id()), answersOf(results));
    }),
  },
];
