import { parseSignatureHeader, verifyEvent, verifySignature } from '@screening-webhooks/core';
import { contest } from '../measure/contest.js';
import type { Effort } from '../measure/effort.js';
import type { Row } from '../measure/row.js';
import type { Pair } from '../measure/rows-of.js';
import { readHeaderByHand } from './by-hand.js';
import { deliveryOfSize, secret } from './delivery-of-size.js';
import { floorOf, macFloorOf } from './floor.js';
import { peersOf } from './peers.js';

const NOT_ASCII = 'Krankenschwester für Pädiatrie, Zürich';
const isNode20 = process.version.startsWith('v20.');

/** `verifyEvent` beside the floor and other libraries, by size of the body. */
export async function verifySubject(effort: Effort): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const kilobytes of [1, 4, 64, 1024]) {
    const delivery = await deliveryOfSize(kilobytes * 1024);
    const { body, header } = delivery;
    const candidates = {
      floor: floorOf(delivery),
      verifyEvent: () => verifyEvent(body, header, { secret }),
      ...peersOf(delivery),
    };
    const heading = { subject: 'verify', contest: `${kilobytes} KB` };
    rows.push(
      ...(await contest(effort, heading, candidates, kilobytes === 1 ? atOneKilobyte : larger)),
    );
  }
  const { body, header } = await deliveryOfSize(64 * 1024, { text: NOT_ASCII });
  const candidates = {
    floor: floorOf({ body, header }),
    verifyEvent: () => verifyEvent(body, header, { secret }),
  };
  const heading = { subject: 'verify', contest: '64 KB, not ASCII' };
  // The floor decodes in one call; verifyEvent refuses invalid UTF-8, which costs a second look at bytes outside ASCII.
  rows.push(...(await contest(effort, heading, candidates, [against('floor', 0.85)])));
  return rows;
}

function against(other: string, budget: number): Pair {
  return { name: 'verifyEvent', against: other, budget };
}

// The MAC and JSON.parse are nearly all of it. Measured: 0.95 to 1.02.
const larger = [against('floor', 0.9)];
const atOneKilobyte = [
  // The one-shot hashes save as much as the header, the clock and the promise cost, less where the CPU hashes fast. Measured: 0.89
  // to 1.05.
  against('floor', 0.85),
  // Measured: 1.32 to 1.74.
  against('stripe', 1.25),
  // It checks no timestamp. Measured: 0.98 to 1.13.
  against('@octokit/webhooks-methods + JSON.parse', 0.92),
  // Measured: 2.75 to 3.07 on Node 20, 2.06 to 2.50 on Node 24.
  against('svix', isNode20 ? 2.5 : 1.9),
];

const FLOOR = 'floor: MAC and comparison';
const BY_HAND = 'malformed header, by hand';
const MALFORMED = 't=,v1=,';

/** The cost of a refusal: with a wrong signature beside the MAC alone, with a malformed header beside a regular expression. */
export async function refuseSubject(effort: Effort): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const kilobytes of [1, 1024]) {
    const delivery = await deliveryOfSize(kilobytes * 1024);
    const { body, header } = delivery;
    const wrong = header.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    const { stripe } = peersOf({ body, header: wrong });
    const candidates = {
      [FLOOR]: macFloorOf(delivery),
      'bad signature': () => verifySignature(body, wrong, { secret }),
      'stripe, bad signature': () => resultOf(stripe),
      [BY_HAND]: async () => readHeaderByHand(MALFORMED),
      'malformed header': () => verifySignature(body, MALFORMED, { secret }),
      'malformed header, parseSignatureHeader alone': () => parseSignatureHeader(MALFORMED),
    };
    const heading = { subject: 'refuse', contest: `${kilobytes} KB` };
    rows.push(...(await contest(effort, heading, candidates, refusals(kilobytes === 1))));
  }
  return rows;
}

function refusals(isSmall: boolean): readonly Pair[] {
  const name = 'bad signature';
  return [
    // Nothing but the MAC: the result is a value, not an exception. Measured: 0.89 to 1.11.
    { name, against: FLOOR, budget: isSmall ? 0.8 : 0.95 },
    // stripe throws an error with a stack. Measured: 4.5 to 6.4. At 1 MB, hashing is all of it, and depends on the CPU.
    { name, against: `stripe, ${name}`, ...(isSmall && { budget: 4 }) },
    // No budget: options and result cost 0.2 to 0.4 µs, which nobody can notice.
    { name: 'malformed header', against: BY_HAND },
  ];
}

function resultOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
