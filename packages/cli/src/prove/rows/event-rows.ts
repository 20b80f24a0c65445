import { fixtures } from '@screening-webhooks/testing';
import type { Bench } from '../bench.js';
import { answerOf, type Finding, holds, mustAck } from '../finding.js';
import type { Row } from '../row.js';

const base = { group: 'events', level: 'must', expected: 'a 2xx', spec: '6' } as const;

const notLost =
  'An event that is not acked is tried five times and then lost, unless somebody replays it by hand.';

const oddType = (name: string, type: string, why: string): Row => ({
  ...base,
  name,
  sends: `a genuine event of type ${type}`,
  expected: 'no 5xx',
  why,
  run: async (bench) => {
    const result = await bench.send({ body: withType(bench, type) });
    return holds(result.kind === 'answered' && result.status < 500, answerOf(result));
  },
});

/** What the service sends, in all its variety. */
export const eventRows: readonly Row[] = [
  ...fixtures.map(
    ({ name, event }): Row => ({
      ...base,
      name: name
        .replace(/^an? /, '')
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replace(/-$/, ''),
      level: name.includes('not emitted yet') ? 'should' : 'must',
      sends: `${event.type}: ${name}`,
      why: notLost,
      run: async (bench) =>
        mustAck(await bench.send({ body: JSON.stringify({ ...event, id: bench.id() }) })),
    }),
  ),
  {
    ...base,
    name: 'null-where-a-value-was',
    level: 'should',
    sends: 'document_verification.failed, whose errorMessage, externalId and metadata are null',
    why: `The specification writes null where there is no value. ${notLost}`,
    spec: '2',
    run: async (bench) => {
      const event = bench.event('document_verification.failed');
      const data = { ...event.data, errorMessage: null, externalId: null, metadata: null };
      return mustAck(await bench.send({ body: JSON.stringify({ ...event, data }) }));
    },
  },
  {
    ...base,
    name: 'unknown-key-in-the-envelope',
    sends: 'a genuine event with a fifth key, later',
    why: 'The service can include related objects in every payload; a receiver that refuses what it does not know refuses all of them.',
    run: async (bench) => {
      const event = bench.event('document_verification.recorded', { later: { added: [true] } });
      return mustAck(await bench.send({ body: JSON.stringify(event) }));
    },
  },
  {
    ...base,
    name: 'unknown-event-type',
    level: 'should',
    sends: 'a genuine event of type screening.unheard_of',
    why: 'A type that the receiver has no use for comes again and again when it is not acked, and counts as a failing endpoint.',
    run: (bench) => typed(bench, 'screening.unheard_of'),
  },
  oddType(
    'type-proto',
    '__proto__',
    'Handlers looked up in a plain object: a type that names one of its own parts crashes it.',
  ),
  oddType(
    'type-constructor',
    'constructor',
    'Handlers looked up in a plain object: a type that names one of its own parts runs it.',
  ),
];

async function typed(bench: Bench, type: string): Promise<Finding> {
  return mustAck(await bench.send({ body: withType(bench, type) }));
}

function withType(bench: Bench, type: string): string {
  return JSON.stringify({ ...bench.event('document_verification.recorded'), type });
}
