import { faults } from '@screening-webhooks/testing/faults';
import { beforeEach, expect, it } from 'vitest';
import { isRecord } from '../../src/sandbox/is-record.js';
import { recordingReceiver } from '../../test/support/recording-receiver.js';
import { sharedService } from '../../test/support/service.js';

const receiver = recordingReceiver();
const service = sharedService(receiver.deliverTo);

beforeEach(() => receiver.restart(service().description.endpoints[0]?.secret ?? ''));

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
    const [event] = Array.isArray(body['events']) ? body['events'].filter(isRecord) : [];
    made.push(String(event?.['id']));
    await service().control('/clock', { advance: '15m' });
  }
  const deliveries = await service().list('/v1/webhook-deliveries?limit=100');
  expect(deliveries.map(({ status }) => status)).toEqual(made.map(() => 'succeeded'));
  // The receiver takes every type.
  expect(made.filter((id) => !receiver.events.some((event) => event.id === id))).toEqual([]);
});
