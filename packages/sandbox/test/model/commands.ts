import fc from 'fast-check';
import type { Advance, Change, Command, Incident } from './oracle.js';

const endpoint = fc.nat(1);

/** A change. Common changes have a higher weight. */
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ do: 'order' } as const) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pause' as const), endpoint }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('resume' as const), endpoint, discard: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), endpoint }) },
  { weight: 1, arbitrary: fc.constant({ do: 'archive' } as const) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('test' as const), endpoint }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('recover' as const),
      endpoint,
      include: fc.constantFrom('failed' as const, 'missing' as const, 'all' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('subscribe' as const),
      endpoint,
      to: fc.boolean(),
    }),
  },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('replay' as const), delivery: fc.nat(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('roll' as const),
      endpoint,
      overlapSeconds: fc.constantFrom(0, 90, 3600),
      force: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ do: fc.constant('move' as const), endpoint, at: fc.nat(9) })
      .map(({ at, ...rest }) => ({ ...rest, url: `http://localhost/${rest.endpoint}/${at}` })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('limit' as const),
      endpoint,
      maxAttempts: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      endpoint,
      status: fc.constantFrom(500, 200, 302, null),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      endpoint,
      kind: fc.constantFrom('duplicate' as const, 'delay' as const),
    }),
  },
);

// Most moves make few attempts.
const attempt = fc.constantFrom(1, 1, 1, 2, 3);
const incidentIn = (...steps: readonly Incident['step'][]): fc.Arbitrary<Incident> =>
  fc.record({
    count: attempt,
    step: fc.constantFrom(...steps),
    write: fc.constantFrom('lost' as const, 'unanswered' as const),
    process: fc.constantFrom('lives' as const, 'dies' as const),
  });
const incident = incidentIn('start', 'end', 'other');
const advance: fc.Arbitrary<Advance> = fc.record({
  do: fc.constant('advance' as const),
  minutes: fc.constantFrom(0, 1, 2, 20),
  incident: fc.option(incident, { nil: undefined, freq: 2 }),
  meanwhile: fc.option(fc.record({ attempt, command: change }), { nil: undefined, freq: 2 }),
});

/** An interrupted attempt, and a change of its endpoint before another process continues. */
const cut: fc.Arbitrary<readonly Command[]> = fc
  .tuple(
    fc.constantFrom<readonly Change[]>(
      [{ do: 'order' }],
      [{ do: 'replay', delivery: 0 }],
      [{ do: 'replay', delivery: 1 }],
      [{ do: 'test', endpoint: 0 }],
    ),
    incidentIn('start', 'end'),
    change,
    advance,
  )
  .map(([started, disturbed, ...rest]) => [
    ...started,
    { do: 'advance', minutes: 0, incident: disturbed },
    ...rest,
  ]);

/** An interrupted release, discard or recovery of held deliveries. */
const cutOther: fc.Arbitrary<readonly Command[]> = fc
  .tuple(
    fc.constantFrom<readonly Change[]>(
      [{ do: 'resume', endpoint: 0, discard: true }],
      [{ do: 'resume', endpoint: 0, discard: false }],
      [
        { do: 'resume', endpoint: 0, discard: true },
        { do: 'recover', endpoint: 0, include: 'failed' },
      ],
      [
        { do: 'resume', endpoint: 0, discard: true },
        { do: 'subscribe', endpoint: 0, to: false },
        { do: 'order' },
        { do: 'subscribe', endpoint: 0, to: true },
        { do: 'recover', endpoint: 0, include: 'missing' },
      ],
    ),
    incidentIn('other'),
    change,
    advance,
  )
  .map(([started, disturbed, ...rest]) => [
    { do: 'order' },
    { do: 'pause', endpoint: 0 },
    { do: 'order' },
    ...started,
    { do: 'advance', minutes: 0, incident: disturbed },
    ...rest,
  ]);

/** A sequence of actions of users, receivers and machines. */
export const life: fc.Arbitrary<readonly Command[]> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: change.map((one) => [one]) },
      { weight: 3, arbitrary: advance.map((one) => [one]) },
      { weight: 2, arbitrary: cut },
      { weight: 1, arbitrary: cutOther },
    ),
    { minLength: 3, maxLength: 14 },
  )
  .map((parts) => [{ do: 'order' }, ...parts.flat()]);
