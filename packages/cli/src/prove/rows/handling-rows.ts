import type { Bench } from '../bench.js';
import {
  answerOf,
  answersOf,
  failed,
  holds,
  isAck,
  isRetried,
  passed,
  unproven,
} from '../finding.js';
import type { Row } from '../row.js';
import { NO_ARMING, once, settledCount, withProbe } from './watch.js';

const base = { group: 'handling', level: 'must', spec: '6, rule 6' } as const;

const DELAY_MS = 500;
/** Past the time that the service waits. */
const OVERTIME_MS = 1000;

const lost =
  'A 2xx ends the retries. Work that is still to be done then is lost when the process ends or the work fails.';

const bodyOf = (bench: Bench, id = bench.id()): string =>
  JSON.stringify(bench.event('document_verification.completed', { id }));

/** What the handler does, and what the answer says of it. All of it is seen through the probe. */
export const handlingRows: readonly Row[] = [
  {
    ...base,
    name: 'handled-once',
    sends: 'a genuine event',
    expected: 'a 2xx; handled once',
    why: 'A 2xx says that the event is safe. An event that nobody handled is lost with it.',
    run: withProbe(async (bench, probe) => {
      const result = await bench.send({ body: bodyOf(bench) });
      return once(await settledCount(bench, probe, bench.id()), answerOf(result));
    }),
  },
  {
    ...base,
    name: 'forgeries-are-not-handled',
    sends: 'events that are unsigned, wrongly signed, changed after signing, and 310 s old',
    expected: 'none handled',
    why: 'A refusal comes too late when the work was done before the signature was looked at.',
    spec: '5',
    run: withProbe(async (bench, probe) => {
      const ids = ['unsigned', 'forged', 'changed', 'stale'].map((label) => bench.id(label));
      const [unsigned = '', forged = '', changed = '', stale = ''] = ids;
      await bench.send({ body: bodyOf(bench, unsigned), header: () => '' });
      await bench.send({ body: bodyOf(bench, forged), secret: 'whsec_of_somebody_else' });
      await bench.send({ body: bodyOf(bench), sent: Buffer.from(bodyOf(bench, changed)) });
      await bench.send({ body: bodyOf(bench, stale), skew: -310 });
      await bench.sleep(DELAY_MS);
      const counts = await Promise.all(ids.map((id) => probe.handled(id)));
      const handled = counts.filter((count) => count > 0).length;
      return holds(handled === 0, handled === 0 ? 'none handled' : `${handled} of 4 handled`);
    }),
  },
  {
    ...base,
    name: 'acks-after-the-work',
    sends: `a genuine event whose handler takes ${DELAY_MS} ms`,
    expected: 'handled by the time of the 2xx',
    why: lost,
    run: withProbe(async (bench, probe) => {
      const armed = await bench.arm(bench.id(), { delay: DELAY_MS });
      const result = await bench.send({ body: bodyOf(bench) });
      const count = await probe.handled(bench.id());
      if (!isAck(result)) return failed(answerOf(result));
      if (count === 0) return failed(`${answerOf(result)}, before it was handled`);
      return armed ? passed(`${answerOf(result)}, handled by then`) : unproven(NO_ARMING);
    }),
  },
  {
    ...base,
    name: 'failure-is-not-acked',
    sends: 'a genuine event whose handler fails',
    expected: 'no 2xx, no redirect, no 410',
    why: 'The service retries whatever is not acked, and nothing else brings the event back.',
    run: async (bench) => {
      if (!(await bench.arm(bench.id(), { fail: 1 }))) return unproven(NO_ARMING);
      const result = await bench.send({ body: bodyOf(bench) });
      return holds(isRetried(result), answerOf(result));
    },
  },
  {
    ...base,
    name: 'retry-after-a-failure',
    sends: 'a genuine event whose handler fails once, and its retry',
    expected: 'the retry is acked; handled once',
    why: 'Whoever remembers the id before the work has succeeded takes the retry for a duplicate, and the event is lost.',
    run: withProbe(async (bench, probe) => {
      if (!(await bench.arm(bench.id(), { fail: 1 }))) return unproven(NO_ARMING);
      const first = await bench.send({ body: bodyOf(bench) });
      // What was acked is not tried again: `failure-is-not-acked` says so.
      if (isAck(first)) return unproven(`${answerOf(first)} for the failure: it is not retried`);
      const retry = await bench.send({ body: bodyOf(bench), skew: 1 });
      const count = await settledCount(bench, probe, bench.id());
      if (!isAck(retry)) return failed(answersOf([first, retry]));
      return once(count, answersOf([first, retry]));
    }),
  },
  {
    ...base,
    name: 'handler-that-outlasts-the-wait',
    sends: 'a genuine event whose handler takes longer than the service waits, and its retries',
    expected: 'acked in the end; handled once',
    why: 'The service gives up after 15 s and tries again while the handler is still at work. Then the work is done twice, at the same time.',
    spec: '8',
    run: withProbe(async (bench, probe) => {
      const delay = bench.trial.timeout + OVERTIME_MS;
      if (!(await bench.arm(bench.id(), { delay }))) return unproven(NO_ARMING);
      const first = await bench.send({ body: bodyOf(bench) });
      const retry = bench.send({ body: bodyOf(bench), skew: 1 });
      await settledCount(bench, probe, bench.id(), 2 * delay);
      const second = await retry;
      // A second run, if the retry began one, takes that much longer than the wait for its answer.
      await bench.sleep(OVERTIME_MS);
      const count = await probe.handled(bench.id());
      if (count > 1) return once(count, answersOf([first, second]));
      const last = isAck(second) ? second : await bench.send({ body: bodyOf(bench), skew: 2 });
      if (!isAck(last)) return failed(answersOf([first, second, last]));
      return once(await probe.handled(bench.id()), answersOf([first, last]));
    }),
  },
];
