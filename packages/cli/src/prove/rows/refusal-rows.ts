import type { RejectionCode } from '@screening-webhooks/core';
import { hostileDeliveries } from '@screening-webhooks/testing';
import { mustRefuse, unproven } from '../finding.js';
import type { Row } from '../row.js';

/** What the specification says of the deliveries that this toolkit refuses with a code. */
type Rule = Pick<Row, 'level' | 'spec' | 'why'>;

const forged =
  'Anybody can send to an address. What is not signed with the secret over these very bytes is not from the service.';

const rules: Readonly<Partial<Record<RejectionCode, Rule>>> = {
  method_not_allowed: {
    level: 'should',
    spec: '4',
    why: 'The service sends POST. Links, crawlers and caches send the rest.',
  },
  unsupported_media_type: {
    level: 'should',
    spec: '4',
    why: 'The service sends JSON. A body that says it is something else went through other hands.',
  },
  unsupported_encoding: {
    level: 'should',
    spec: '5, step 2',
    why: 'The signature is over the raw body. A body that says it is compressed, and is not, was tampered with.',
  },
  signature_header_missing: { level: 'must', spec: '5, step 6', why: forged },
  signature_header_malformed: {
    level: 'should',
    spec: '5, step 1',
    why: 'A header that the service never writes. What two readers understand in two ways is what attacks are made of.',
  },
  timestamp_missing: {
    level: 'must',
    spec: '5, step 6',
    why: 'Without t, a captured delivery is good forever.',
  },
  signature_missing: { level: 'must', spec: '5, step 6', why: forged },
  signature_mismatch: { level: 'must', spec: '5, step 4', why: forged },
  timestamp_too_old: {
    level: 'must',
    spec: '5, step 5',
    why: 'Whoever captured a delivery can send it again for as long as it is accepted.',
  },
  timestamp_in_future: {
    level: 'must',
    spec: '5, step 5',
    why: 'The window has two sides: a delivery signed ahead can be sent again until its time has come and gone.',
  },
  event_malformed: {
    level: 'should',
    spec: '6',
    why: 'It is no event, so nothing can have been done with it: a 2xx says otherwise.',
  },
};

/** The hostile deliveries of the testing kit. Which status refuses them is for the receiver to choose. */
export const refusalRows: readonly Row[] = hostileDeliveries.map(({ name, code, make }) => {
  const rule = rules[code] ?? { level: 'must', spec: '5', why: forged };
  // Neither t nor v1 in it: that much the specification does say.
  const empty = name === 'a signature header that is none';
  return {
    name: rowName(name),
    group: 'refusals',
    ...rule,
    ...(empty && { level: 'must', spec: '5, step 6', why: forged }),
    sends: name,
    expected: 'no 2xx',
    run: async ({ trial, acksGenuine, deliver }) => {
      if (!acksGenuine) return unproven('it does not ack a genuine event either');
      const now = Math.floor(trial.host.now() / 1000);
      const { method, headers, body } = await make({ secret: trial.secrets[0], now });
      return mustRefuse(
        await deliver({ method, headers: Object.entries(headers), body, manner: 'at once' }),
      );
    },
  };
});

/** `a v1 of zeros` becomes `v1-of-zeros`. */
function rowName(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/^an? /, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
}
