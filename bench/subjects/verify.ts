import { verifyEvent, verifySignature } from '@screening-webhooks/core';
import { compare } from '../measure/compare.js';
import type { Row } from '../measure/row.js';
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
    const budget = kilobytes === 1 ? { budget: node20 ? 1.1 : 1.15 } : { budget: 0.98 };
    const peers = Object.entries(peersOf(delivery)).map(([name, run]) => [name, { run }] as const);
    rows.push(
      ...(await compare(`verify, ${kilobytes} KB`, floorOf(delivery), {
        verifyEvent: { run: () => verifyEvent(body, header, { secret }), ...budget },
        ...Object.fromEntries(peers),
      })),
    );
  }
  const foreign = await deliveryOfSize(64 * 1024, { text: NOT_ASCII });
  rows.push(
    ...(await compare('verify, 64 KB, not ASCII', floorOf(foreign), {
      verifyEvent: {
        run: () => verifyEvent(foreign.body, foreign.header, { secret }),
        budget: node20 ? 1.1 : 0.98,
      },
    })),
  );
  return rows;
}

/** What it costs to refuse: against the floor of a MAC that does not match, and at any size. */
export async function refuseSubject(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const kilobytes of [1, 1024]) {
    const delivery = await deliveryOfSize(kilobytes * 1024);
    const { body, header } = delivery;
    const wrong = header.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    const stripe = peersOf(delivery)['stripe'];
    if (!stripe) throw new Error('stripe is missing');
    const refusedByStripe = peersOf({ body, header: wrong })['stripe'];
    rows.push(
      ...(await compare(`refuse, ${kilobytes} KB`, macFloorOf(delivery), {
        'bad signature': { run: () => verifySignature(body, wrong, { secret }) },
        'malformed header': { run: () => verifySignature(body, 't=,v1=,', { secret }) },
        'stripe, bad signature': { run: () => swallow(refusedByStripe) },
      })),
    );
  }
  return rows;
}

function swallow(run: (() => unknown) | undefined): unknown {
  try {
    return run?.();
  } catch (error) {
    return error;
  }
}
