import { faults } from '@screening-webhooks/testing/faults';
import { expect, it } from 'vitest';
import { recordsOf } from '../../../test/support/service.js';
import { serviceWithReceiver } from '../../../test/support/service-with-receiver.js';

const { service, receiver } = serviceWithReceiver();

it('every kind that needs no socket reaches a function, and the event arrives in the end', async () => {
  const inProcess = faults.filter(
    ({ transferMode }) => !['slowly', 'in chunks', 'cut off'].includes(transferMode),
  );
  const made: string[] = [];
  for (const { kind } of inProcess) {
    const { body } = await service().control('/trigger', {
      type: 'document_verification.completed',
      fault: kind,
    });
    const [event] = recordsOf(body['events']);
    made.push(String(event?.['id']));
    await service().control('/clock', { advance: '15m' });
  }
  const deliveries = await service().list('/v1/webhook-deliveries?limit=100');
  expect(deliveries.map(({ status }) => status)).toEqual(made.map(() => 'succeeded'));
  // The receiver takes every type.
  expect(made.filter((id) => !receiver.events.some((event) => event.id === id))).toEqual([]);
});
