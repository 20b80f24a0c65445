import { expect, test } from 'vitest';
import { deliveryOfSize, toRequest } from '../../bench/subjects/delivery-of-size.js';
import { fullReceiverByHand } from '../../bench/subjects/full-receiver-by-hand.js';

// The receiver by hand that `npm run bench` compares ours with keeps the promises that it is said to keep.

const options = { remembered: 10, withSignal: true };
const request = async () => toRequest(await deliveryOfSize(1024));

test('it runs an event once, which says its source, and again after a failure', async () => {
  const seen: unknown[] = [];
  const { receive } = fullReceiverByHand(
    {
      '*': (event) => {
        seen.push(Reflect.get(event, 'source'));
        if (seen.length === 1) throw new Error('first');
      },
    },
    options,
  );
  const delivery = await request();
  expect(await receive(delivery)).toMatchObject({ status: 500, outcome: 'failed' });
  expect(await receive(delivery)).toMatchObject({ status: 200, outcome: 'processed' });
  expect(await receive(delivery)).toMatchObject({ status: 200, outcome: 'duplicate' });
  expect(seen).toEqual(['webhook', 'webhook']);
});

test('it refuses what no handler may see', async () => {
  const { receive } = fullReceiverByHand({ '*': () => {} }, options);
  const good = await request();
  const withHeader = (name: string, value: string) => ({
    ...good,
    header: (asked: string) => (asked === name ? value : good.header(asked)),
  });
  const statuses = await Promise.all(
    [
      { ...good, method: 'GET' },
      withHeader('content-type', 'text/plain'),
      withHeader('content-encoding', 'gzip'),
      withHeader('content-length', '9999999'),
      withHeader('service-signature', 't=1,v1=00'),
      { ...good, readBody: () => Buffer.from('{}') },
    ].map(async (bad) => (await receive(bad)).status),
  );
  expect(statuses).toEqual([405, 415, 415, 413, 401, 401]);
});

test('an event in progress is not run beside itself, and a drain aborts its handler', async () => {
  let signalled: AbortSignal | undefined;
  let end = (): void => {};
  const { receive, drain } = fullReceiverByHand(
    {
      '*': (_event, { signal }) => {
        signalled = signal;
        return new Promise<void>((resolve) => {
          end = resolve;
        });
      },
    },
    options,
  );
  const delivery = await request();
  const first = receive(delivery);
  await expect.poll(() => signalled).toBeDefined();
  expect(await receive(delivery)).toMatchObject({ status: 409, outcome: 'in_progress' });
  await drain(0);
  expect(signalled?.aborted).toBe(true);
  expect(await receive(delivery)).toMatchObject({ status: 503, outcome: 'unavailable' });
  end();
  expect(await first).toMatchObject({ outcome: 'processed' });
});
