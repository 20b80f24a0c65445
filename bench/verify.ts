import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { signBody, verifyEvent } from '@screening-webhooks/core';
import { bench, do_not_optimize, run, summary } from 'mitata';
import Stripe from 'stripe';

// Verify and parse one event: ours, a peer with the same scheme and the same checks, and the physical floor, which has no
// header to read and no clock to look at. One run, so that the ratios mean something; the times alone do not.

const secret = 'whsec_bench';
const { webhooks } = new Stripe('sk_test_not_a_key');

function eventOf(bytes: number): Buffer {
  const event = {
    id: 'evt_bench',
    type: 'document_verification.recorded',
    created: '2026-11-20T10:00:05.000Z',
    data: { integrationId: 'int_1', verified: false, formData: { pad: '' } },
  };
  event.data.formData.pad = 'x'.repeat(bytes - JSON.stringify(event).length);
  return Buffer.from(JSON.stringify(event));
}

for (const kilobytes of [1, 64]) {
  const body = eventOf(kilobytes * 1024);
  const header = await signBody(body, { secret });
  const [t = '', v1 = ''] = header.split(',').map((pair) => pair.split('=')[1] ?? '');
  const key = createSecretKey(secret, 'utf8');
  const expected = Buffer.from(v1, 'hex');

  summary(() => {
    bench(`floor (HMAC, compare, JSON.parse), ${kilobytes} KB`, () => {
      const mac = createHmac('sha256', key).update(`${t}.`).update(body).digest();
      if (!timingSafeEqual(mac, expected)) throw new Error('mismatch');
      do_not_optimize(JSON.parse(body.toString()));
    }).baseline(true);
    bench(`verifyEvent, ${kilobytes} KB`, async () => {
      do_not_optimize(await verifyEvent(body, header, { secret }));
    });
    bench(`stripe constructEvent, ${kilobytes} KB`, () => {
      do_not_optimize(webhooks.constructEvent(body, header, secret));
    });
  });
}

await run();
