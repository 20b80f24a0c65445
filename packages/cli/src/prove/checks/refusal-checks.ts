import type { RejectionCode } from '@screening-webhooks/core';
import { faults } from '@screening-webhooks/testing/faults';
import type { Check } from '../check.js';
import { answerOf, isAck, mustRefuse, unproven } from '../finding.js';

/** The specification's rule for deliveries that this toolkit refuses with a code. */
type Rule = Pick<Check, 'level' | 'spec' | 'why'>;

const forged =
  'Anyone can send to a public URL. A body without a valid signature over its exact bytes is not from the service.';

const malformed: Rule = {
  level: 'should',
  spec: '6',
  why: 'It is not an event and cannot have been handled, but a 2xx states that it was.',
};

const rules: Readonly<Partial<Record<RejectionCode, Rule>>> = {
  method_not_allowed: {
    level: 'should',
    spec: '4',
    why: 'The service sends POST. Other methods come from links, crawlers and caches.',
  },
  unsupported_media_type: {
    level: 'should',
    spec: '4',
    why: 'The service sends JSON. A body with another content type was changed on its way.',
  },
  unsupported_encoding: {
    level: 'should',
    spec: '5, step 2',
    why: 'The signature covers the raw body. A body that claims to be compressed but is not was changed on its way.',
  },
  signature_header_missing: { level: 'must', spec: '5, step 6', why: forged },
  signature_header_malformed: {
    level: 'should',
    spec: '5, step 1',
    why: 'The service never sends such a header. Attacks exploit headers that two parsers read differently.',
  },
  timestamp_missing: {
    level: 'must',
    spec: '5, step 6',
    why: 'Without t, a captured delivery stays valid forever.',
  },
  signature_missing: { level: 'must', spec: '5, step 6', why: forged },
  signature_mismatch: { level: 'must', spec: '5, step 4', why: forged },
  timestamp_too_old: {
    level: 'must',
    spec: '5, step 5',
    why: 'A captured delivery can be replayed for as long as it is accepted.',
  },
  timestamp_in_future: {
    level: 'must',
    spec: '5, step 5',
    why: 'The window has two sides: a delivery signed ahead of time can be replayed until its timestamp leaves the window.',
  },
  event_malformed: malformed,
};

/** How far a timestamp is outside the window. */
const MARGIN_MS = 9000;

/** The faulty deliveries of the testing kit. The receiver may choose the status that refuses them. */
export const refusalChecks: readonly Check[] = faults.flatMap(({ kind, refusal, plan }) => {
  if (refusal === undefined) return [];
  const { name, code } = refusal;
  const rule = rules[code] ?? { level: 'must', spec: '5', why: forged };
  // The header lacks both t and v1, which the specification requires.
  const empty = kind === 'malformed_header';
  return {
    name: checkName(name),
    group: 'refusals',
    ...rule,
    ...(empty && { level: 'must', spec: '5, step 6', why: forged }),
    sends: name,
    expected: 'no 2xx',
    run: async (context) => {
      const { settings } = context;
      const now = Math.floor(settings.host.now() / 1000);
      const [delivery] = await plan(context.body(), { secrets: settings.secrets, now });
      const result = await context.deliver(delivery);
      // The time until the receiver reads its clock moves such a timestamp into the window.
      if (code === 'timestamp_in_future' && isAck(result) && result.ms > MARGIN_MS) {
        return unproven(`${answerOf(result)}, after ${result.ms} ms: too slow to tell`);
      }
      return mustRefuse(result);
    },
  };
});

/** `a v1 of zeros` becomes `v1-of-zeros`. */
function checkName(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/^an? /, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
}
