import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { answersOf, failed, isAck, passIf } from '../finding.js';
import { finalCount, handledOnce, withProbe } from './with-probe.js';

const base = { group: 'duplicates', level: 'must', spec: '6' } as const;

const lost =
  'The id identifies an event. A receiver that takes one event for another acks it and never handles it.';
const LONG = 200;

/** Two similar events with different ids: both must be handled. */
const bothHandled = (
  name: string,
  sends: string,
  bodies: (context: CheckContext) => readonly { readonly id: string; readonly body: string }[],
  rest: Partial<Pick<Check, 'level' | 'why'>> = {},
): Check => ({
  ...base,
  name,
  sends,
  expected: 'both handled',
  why: lost,
  ...rest,
  run: withProbe(async (context, probe) => {
    const results = [];
    const counts = [];
    for (const { id, body } of bodies(context)) {
      results.push(await context.send({ body, doubtfulId: true }));
      counts.push(await finalCount(context, probe, id));
    }
    const handled = counts.filter((count) => count > 0).length;
    return passIf(handled === counts.length, `${answersOf(results)}; ${handled} of 2 handled`);
  }),
});

/** Two ids that some databases and languages treat as equal. The service sends no such ids. */
const oddIds = (name: string, difference: string, ends: readonly string[]): Check =>
  bothHandled(
    name,
    `two events whose ids differ only in ${difference}`,
    (context) => ends.map((end) => plain(context, context.id() + end)),
    {
      level: 'should',
      why: `${lost} Some databases compare text without case, accents or spaces at the end.`,
    },
  );

/** One event in two forms: it must be handled once. */
const sameId = (name: string, sends: string, write: (body: string) => string): Check => ({
  ...base,
  name,
  sends,
  expected: 'handled once',
  why: 'The id identifies an event. Its body may be written differently when it is sent again, with related objects for example.',
  run: withProbe(async (context, probe) => {
    const body = context.body();
    const first = await context.send({ body });
    const again = await context.send({ body: write(body), skew: 1 });
    const count = await finalCount(context, probe, context.id());
    // Once it has handled the event, a receiver may refuse its id with another body.
    if (!isAck(first)) return failed(answersOf([first]));
    return handledOnce(count, answersOf([first, again]));
  }),
});

/** Two deliveries are the same event if their whole ids are equal. Nothing else counts. */
export const identityChecks: readonly Check[] = [
  sameId('duplicate-in-other-bytes', 'a genuine event, then the same event indented', (body) =>
    JSON.stringify(JSON.parse(body), null, 2),
  ),
  sameId(
    'duplicate-with-related-objects',
    'a genuine event, then the same event with related objects',
    (body) => JSON.stringify({ ...JSON.parse(body), related: { later: { added: [true] } } }),
  ),
  bothHandled('two-events-of-one-verification', 'two events of one verification', (context) =>
    ['first', 'second'].map((label, index) =>
      withData(context, label, { attemptCount: 1 + index }),
    ),
  ),
  bothHandled('same-data-in-two-events', 'two events that differ only in their id', (context) =>
    ['first', 'second'].map((label) => withData(context, label, {})),
  ),
  bothHandled(
    'ids-that-differ-at-the-end',
    'two events whose ids differ only in the last character',
    (context) => ['a', 'b'].map((end) => plain(context, context.id().slice(0, -1) + end)),
  ),
  bothHandled(
    'ids-that-differ-in-case',
    'two events whose ids differ only in upper and lower case',
    (context) => ['aB', 'Ab'].map((end) => plain(context, context.id().slice(0, -2) + end)),
  ),
  oddIds('ids-that-differ-in-white-space', 'a space at the end', ['', ' ']),
  oddIds('ids-that-differ-in-composition', 'the code points of é', ['\u00e9', 'e\u0301']),
  oddIds('ids-that-differ-in-accents', 'an accent', ['e', '\u00e9']),
  bothHandled(
    'long-ids',
    `two events whose ids have ${LONG} characters and differ only in the last one`,
    (context) => ['a', 'b'].map((end) => plain(context, context.id().padEnd(LONG - 1, '0') + end)),
    {
      level: 'should',
      why: `${lost} The specification does not limit the length of an id.`,
    },
  ),
];

/** An event of this check's only verification. */
function withData(
  context: CheckContext,
  label: string,
  data: { readonly attemptCount?: number },
): { readonly id: string; readonly body: string } {
  const id = context.id(label);
  const verificationId = `dv_${context.id().slice('evt_'.length)}`;
  return {
    id,
    body: JSON.stringify(context.event(context.type, { id, data: { verificationId, ...data } })),
  };
}

function plain(context: CheckContext, id: string): { readonly id: string; readonly body: string } {
  return { id, body: context.body(id) };
}
