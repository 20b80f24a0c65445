import { isDeepStrictEqual } from 'node:util';
import { fixture, fixtures } from '@screening-webhooks/testing';
import type { Check } from '../check.js';
import { type CheckContext, emittedTypes } from '../check-context.js';
import { answerOf, mustAck, passIf } from '../finding.js';

const base = { group: 'events', level: 'must', expected: 'a 2xx', spec: '6' } as const;

const eventLost =
  'An event that is not acked is sent five times and then lost, unless it is replayed by hand.';

const oddType = (name: string, type: string, why: string): Check => ({
  ...base,
  name,
  // The service never sends it, and a receiver may refuse types that it does not know.
  level: 'should',
  sends: `a genuine event of type ${type}`,
  expected: 'no 5xx',
  why,
  run: async (context) => {
    const result = await context.send({ body: withType(context, type) });
    return passIf(result.kind === 'answered' && result.status < 500, answerOf(result));
  },
});

/** The type of an event that has nothing unusual. */
const plainOf = (event: unknown): Pick<Check, 'plain'> => {
  const plain = emittedTypes.find((type) => isDeepStrictEqual(event, fixture(type)));
  return plain ? { plain } : {};
};

/** Every kind of event that the service sends. */
export const eventChecks: readonly Check[] = [
  ...fixtures.map(
    ({ name, event }): Check => ({
      ...base,
      ...plainOf(event),
      name: name
        .replace(/^an? /, '')
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replace(/-$/, ''),
      level: name.includes('not emitted yet') ? 'should' : 'must',
      sends: `${event.type}: ${name}`,
      why: eventLost,
      run: async (context) =>
        mustAck(await context.send({ body: JSON.stringify({ ...event, id: context.id() }) })),
    }),
  ),
  {
    ...base,
    name: 'null-where-a-value-was',
    level: 'should',
    sends: 'document_verification.failed, whose errorMessage, externalId and metadata are null',
    why: `The specification uses null for missing values. ${eventLost}`,
    spec: '2',
    run: async (context) => {
      const event = context.event('document_verification.failed');
      const data = { ...event.data, errorMessage: null, externalId: null, metadata: null };
      return mustAck(await context.send({ body: JSON.stringify({ ...event, data }) }));
    },
  },
  {
    ...base,
    name: 'unknown-key-in-the-envelope',
    sends: 'a genuine event with a fifth key, later',
    why: 'The service can include related objects in every payload. A receiver that refuses unknown keys refuses all of these events.',
    run: async (context) => {
      const event = context.event(context.type, { later: { added: [true] } });
      return mustAck(await context.send({ body: JSON.stringify(event) }));
    },
  },
  {
    ...base,
    name: 'unknown-event-type',
    level: 'should',
    sends: 'a genuine event of type screening.unheard_of',
    why: 'An unused event type is retried until it is acked, and the endpoint counts as failing.',
    run: async (context) =>
      mustAck(await context.send({ body: withType(context, 'screening.unheard_of') })),
  },
  oddType(
    'type-proto',
    '__proto__',
    'When handlers are looked up in a plain object, a type that names an inherited property can crash the receiver.',
  ),
  oddType(
    'type-constructor',
    'constructor',
    'When handlers are looked up in a plain object, a type that names an inherited property calls it.',
  ),
];

function withType(context: CheckContext, type: string): string {
  return JSON.stringify({ ...context.event(context.type), type });
}
