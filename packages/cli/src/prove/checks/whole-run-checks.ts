import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { answersOf, type Finding, failed, passed, passIf, unproven } from '../finding.js';
import type { SentEvent } from '../ledger.js';
import type { Probe } from '../probe.js';
import { finalCount, withProbe } from './with-probe.js';

const base = { group: 'whole-run', level: 'must', last: true } as const;

const AT_ONCE = 10;
const FIRST = 10;
const BETWEEN = 100;
const SETTLE_MS = 500;

/** Checks of everything that the run has sent. They run after all others. */
export const wholeRunChecks: readonly Check[] = [
  {
    ...base,
    name: 'first-events-again',
    sends: `the first events of this run again, after at least ${BETWEEN} others`,
    expected: 'none is handled again',
    why: 'A replay by hand, or a retry after hours, comes after many other events. A receiver must remember ids by time, not the last few.',
    spec: '6, rule 6',
    run: withProbe(firstEventsAgain),
  },
  {
    ...base,
    name: 'every-ack-is-handled',
    sends: 'nothing; asks the probe for every plain event of this run',
    expected: 'each acked event is handled, and none twice',
    why: 'A 2xx states that the event is safe. A receiver that drops some kinds of event loses them without a trace.',
    spec: '6, rule 6',
    run: withProbe(async (context, probe) => {
      const sent = context.sentSoFar().filter((event) => isPlain(event, context));
      const acked = sent.filter(({ acks }) => acks > 0);
      const counts = await countRuns(context, probe, sent);
      const lost = acked.filter(({ id }) => counts.get(id) === 0);
      const repeated = sent.filter(({ id }) => (counts.get(id) ?? 0) > 1);
      const all = `${acked.length} acked`;
      if (lost.length + repeated.length === 0) return passed(`${all}, each handled once`);
      return failed(
        `${all}, ${lost.length} of them not handled${example(lost)}; ${repeated.length} handled more than once${example(repeated)}`,
      );
    }),
  },
  {
    ...base,
    name: 'no-refusal-is-handled',
    sends: 'nothing; asks the probe for every faulty event of this run that got a 4xx',
    expected: 'none handled',
    why: 'A refusal is too late if the work was done before it. The fault may be a forgery.',
    spec: '5',
    run: withProbe(async (context, probe) => {
      const refused = context
        .sentSoFar()
        .filter(({ body, refusals }) => body === undefined && refusals > 0);
      const counts = await countRuns(context, probe, refused);
      const handled = refused.filter(({ id }) => (counts.get(id) ?? 0) > 0);
      return passIf(
        handled.length === 0,
        handled.length === 0
          ? `none of ${refused.length} handled`
          : `${handled.length} of ${refused.length} handled${example(handled)}`,
      );
    }),
  },
];

/** Events of another type may have no handler. */
function isPlain({ body, type }: SentEvent, context: CheckContext): boolean {
  return body !== undefined && type === context.type;
}

async function firstEventsAgain(context: CheckContext, probe: Probe): Promise<Finding> {
  const sent = context.sentSoFar().filter((event) => isPlain(event, context));
  const first = sent.filter(({ acks }) => acks > 0).slice(0, FIRST);
  const before = await countRuns(context, probe, first);
  const known = first.filter(({ id }) => before.get(id) === 1);
  if (known.length === 0) return unproven('no event of this run was handled once');
  const others = Array.from({ length: Math.max(0, BETWEEN - sent.length) }, (_, index) =>
    context.body(context.id(String(index))),
  );
  await inLots(others, (body) => context.send({ body }));
  const results = [];
  for (const { body } of known) results.push(await context.send({ body: body ?? '', skew: 1 }));
  await context.sleep(SETTLE_MS);
  const after = await countRuns(context, probe, known);
  const again = known.filter(({ id }) => (after.get(id) ?? 0) > 1);
  return passIf(
    again.length === 0,
    `${answersOf(results)}; ${again.length} of ${known.length} handled again`,
  );
}

/** Counts how often each event was handled. An event that was not handled yet gets the time that an event may take. */
async function countRuns(
  context: CheckContext,
  probe: Probe,
  events: readonly SentEvent[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const read = async ({ id }: SentEvent): Promise<void> => {
    counts.set(id, (await probe.runsOf(id)).handled);
  };
  await inLots(events, read);
  const [waiting] = events.filter(({ id, acks }) => acks > 0 && counts.get(id) === 0);
  if (waiting !== undefined) {
    await finalCount(context, probe, waiting.id);
    await inLots(events, read);
  }
  return counts;
}

async function inLots<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    await Promise.all(items.slice(start, start + AT_ONCE).map(work));
  }
}

/** Names the first event, so that the user can find its id in the receiver's log. */
function example([first]: readonly SentEvent[]): string {
  return first === undefined ? '' : `, such as ${first.id}`;
}
