import type { Check } from '../check.js';
import {
  answerOf,
  answersOf,
  failed,
  isAck,
  isRetried,
  passed,
  passIf,
  unproven,
} from '../finding.js';
import { finalCount, handledOnce, NO_ARMING, withProbe } from './with-probe.js';

const base = { group: 'handling', level: 'must', spec: '6, rule 6' } as const;

const DELAY_MS = 500;
/** How often the service sends an event that is not acked (spec section 6, rule 3). */
const ATTEMPTS = 5;
/** The milliseconds by which a slow handler exceeds the service's wait. */
const OVERTIME_MS = 1000;

const lost =
  'A 2xx ends the retries. Work that is unfinished then is lost if the process ends or the work fails.';

/** Whether the answer matches what the handler did, which the probe reports. */
export const handlingChecks: readonly Check[] = [
  {
    ...base,
    name: 'handled-once',
    sends: 'a genuine event',
    expected: 'a 2xx; handled once',
    why: 'A 2xx states that the event is safe. An acked event that was not handled is lost.',
    run: withProbe(async (context, probe) => {
      const result = await context.send({ body: context.body() });
      return handledOnce(await finalCount(context, probe, context.id()), answerOf(result));
    }),
  },
  {
    ...base,
    name: 'forgeries-are-not-handled',
    sends: 'events that are unsigned, wrongly signed, changed after signing, and 310 s old',
    expected: 'none handled',
    why: 'A refusal is too late if the work was done before the signature was checked.',
    spec: '5',
    run: withProbe(async (context, probe) => {
      const ids = ['unsigned', 'forged', 'changed', 'stale'].map((label) => context.id(label));
      const [unsigned = '', forged = '', changed = '', stale = ''] = ids;
      await context.send({ body: context.body(unsigned), header: () => '' });
      await context.send({ body: context.body(forged), secret: 'whsec_of_another_endpoint' });
      await context.send({ body: context.body(), sent: Buffer.from(context.body(changed)) });
      await context.send({ body: context.body(stale), skew: -310 });
      await context.sleep(DELAY_MS);
      const runs = await Promise.all(ids.map((id) => probe.runsOf(id)));
      const handled = runs.filter((each) => each.handled > 0).length;
      return passIf(handled === 0, handled === 0 ? 'none handled' : `${handled} of 4 handled`);
    }),
  },
  {
    ...base,
    name: 'acks-after-the-work',
    sends: `a genuine event whose handler takes ${DELAY_MS} ms`,
    expected: 'handled before the 2xx',
    why: lost,
    run: withProbe(async (context, probe) => {
      const armed = await context.arm(context.id(), { delay: DELAY_MS });
      const result = await context.send({ body: context.body() });
      const { handled } = await probe.runsOf(context.id());
      if (!isAck(result)) return failed(answerOf(result));
      if (handled === 0) return failed(`${answerOf(result)}, before it was handled`);
      return armed ? passed(`${answerOf(result)}, handled by then`) : unproven(NO_ARMING);
    }),
  },
  {
    ...base,
    name: 'failure-is-not-acked',
    sends: 'a genuine event whose handler fails',
    expected: 'no 2xx, no redirect, no 410',
    why: 'The service retries only events that are not acked. An acked failure is never retried.',
    run: async (context) => {
      if (!(await context.arm(context.id(), { fail: 1 }))) return unproven(NO_ARMING);
      const result = await context.send({ body: context.body() });
      return passIf(isRetried(result), answerOf(result));
    },
  },
  {
    ...base,
    name: 'retry-after-a-failure',
    sends: 'a genuine event whose handler fails once, and its retry',
    expected: 'the retry is acked; handled once',
    why: 'A receiver that stores the id before the work succeeds treats the retry as a duplicate, and the event is lost. A receiver that stores it apart from the work may repeat the effect.',
    run: withProbe(async (context, probe) => {
      if (!(await context.arm(context.id(), { fail: 1 }))) return unproven(NO_ARMING);
      const first = await context.send({ body: context.body() });
      // The service does not retry an acked event; `failure-is-not-acked` covers that.
      if (isAck(first))
        return unproven(`${answerOf(first)} for the failure, which is therefore not retried`);
      const retry = await context.send({ body: context.body(), skew: 1 });
      const count = await finalCount(context, probe, context.id());
      const answers = answersOf([first, retry]);
      if (count > 1)
        return failed(`${answers}; handled ${count} times: the retry had a second effect`);
      if (isAck(retry)) {
        return count === 1
          ? passed(`${answers}; handled once`)
          : failed(`${answers}; not handled: the event is lost`);
      }
      return failed(
        count === 1
          ? `${answers}; handled once, but the retry is not acked`
          : `${answers}; not handled, and the retry is not acked`,
      );
    }),
  },
  {
    ...base,
    name: 'retry-after-four-failures',
    sends:
      'a genuine event whose handler fails four times, and as many attempts as the service makes',
    expected: 'not acked before it is handled; handled once in the end',
    why: 'The service makes five attempts. A receiver that gives up after fewer and acks loses an event that the next one would have saved, unless it keeps it as a dead letter, which the probe counts as handled.',
    run: withProbe(async (context, probe) => {
      if (!(await context.arm(context.id(), { fail: ATTEMPTS - 1 }))) return unproven(NO_ARMING);
      const results = [];
      for (let skew = 0; skew < ATTEMPTS; skew += 1) {
        const result = await context.send({ body: context.body(), skew });
        results.push(result);
        if (isAck(result)) break;
      }
      const [last] = results.slice(-1);
      if (results.length === 1) return unproven(`${answersOf(results)} for the first failure`);
      if (last === undefined || !isAck(last)) return failed(`${answersOf(results)}; never acked`);
      return handledOnce(await finalCount(context, probe, context.id()), answersOf(results));
    }),
  },
  {
    ...base,
    name: 'handler-that-outlasts-the-wait',
    sends: 'a genuine event whose handler takes longer than the service waits, and its retries',
    expected: 'acked once it is handled; handled once',
    why: 'The service gives up after 15 s and retries while the handler is still running. The work is then done twice at the same time.',
    spec: '8',
    run: withProbe(async (context, probe) => {
      const delay = context.settings.timeout + OVERTIME_MS;
      if (!(await context.arm(context.id(), { delay }))) return unproven(NO_ARMING);
      const first = await context.send({ body: context.body() });
      if (isAck(first) && (await probe.runsOf(context.id())).handled === 0) {
        return failed(`${answerOf(first)}, before it was handled`);
      }
      const second = await context.send({ body: context.body(), skew: 1 });
      // A second run, if the retry started one, ends this much later than the wait for its answer. Only a probe that counts
      // running handlers shows its end; otherwise, time decides.
      await context.sleep(OVERTIME_MS);
      const count = await finalCount(context, probe, context.id(), 2 * delay);
      if (count > 1) return handledOnce(count, answersOf([first, second]));
      const last = isAck(second) ? second : await context.send({ body: context.body(), skew: 2 });
      if (!isAck(last)) return failed(answersOf([first, second, last]));
      return handledOnce((await probe.runsOf(context.id())).handled, answersOf([first, last]));
    }),
  },
];
