import { parseSignatureHeader, verifyEvent, verifySignature } from '@screening-webhooks/core';
import { contest } from '../measure/contest.js';
import type { Row } from '../measure/row.js';
import type { Pair } from '../measure/rows-of.js';
import { deliveryOfSize, secret } from './delivery-of-size.js';
import { floorOf, macFloorOf } from './floor.js';
import { peersOf } from './peers.js';

const NOT_ASCII = 'Krankenschwester für Pädiatrie, Zürich';
const node20 = process.version.startsWith('v20.');

/** Verify and parse: ours beside the floor and the peers, over sizes and alphabets. */
export async function verifySubject(): Promise<readonly Row[]> {
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
    rows.push(...(await contest(heading, candidates, kilobytes === 1 ? atOneKilobyte : larger)));
  }
  const { body, header } = await deliveryOfSize(64 * 1024, { text: NOT_ASCII });
  const candidates = {
    floor: floorOf({ body, header }),
    verifyEvent: () => verifyEvent(body, header, { secret }),
  };
  const heading = { subject: 'verify', contest: '64 KB, not ASCII' };
  const budget = node20 ? 1.1 : 0.98;
  rows.push(...(await contest(heading, candidates, [against('floor', budget)])));
  return rows;
}

function against(other: string, budget: number): Pair {
  return { name: 'verifyEvent', against: other, budget };
}

const larger = [against('floor', 0.98)];
const atOneKilobyte = [
  against('floor', node20 ? 1.1 : 1.15),
  against('stripe', 1.5),
  against('@octokit/webhooks-methods + JSON.parse', 1.2),
  against('svix', 3),
];

const FLOOR = 'floor: MAC and comparison';
const MALFORMED = 't=,v1=,';
const MALFORMED_MICROS = 0.1;

/** What it costs to refuse: against the floor of a MAC that does not match, and at any size. */
export async function refuseSubject(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const kilobytes of [1, 1024]) {
    const delivery = await deliveryOfSize(kilobytes * 1024);
    const { body, header } = delivery;
    const wrong = header.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    const { stripe } = peersOf({ body, header: wrong });
    const candidates = {
      [FLOOR]: macFloorOf(delivery),
      'bad signature': () => verifySignature(body, wrong, { secret }),
      'stripe, bad signature': () => swallow(stripe),
      'malformed header': () => verifySignature(body, MALFORMED, { secret }),
      'malformed header, parseSignatureHeader alone': () => parseSignatureHeader(MALFORMED),
      'an async function that returns': async () => MALFORMED,
    };
    const heading = { subject: 'refuse', contest: `${kilobytes} KB` };
    const name = 'bad signature';
    const pairs = [
      { name, against: FLOOR },
      { name, against: `stripe, ${name}`, ...(kilobytes === 1 && { budget: 5 }) },
    ];
    for (const row of await contest(heading, candidates, pairs)) {
      rows.push(row.name === 'malformed header' ? againstLimit(row) : row);
    }
  }
  return rows;
}

// The one budget that is a time.
function againstLimit(row: Row): Row {
  const ratio = MALFORMED_MICROS / (row.figures?.['µs'] ?? Number.NaN);
  return { ...row, name: `${row.name}, against ${MALFORMED_MICROS} µs`, ratio, budget: 1 };
}

function swallow(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
