import { manualClock, sender } from '@screening-webhooks/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEndpoint, deliveryOf, order } from '../../test/support/orders.js';
import {
  type ScriptedAnswer,
  startScriptedReceiver,
} from '../../test/support/scripted-receiver.js';
import { sharedService } from '../../test/support/service.js';

const service = sharedService();
const answers: fc.Arbitrary<ScriptedAnswer> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<ScriptedAnswer>(500, 503, 404, 410, 429, 'hang up') },
  { weight: 2, arbitrary: fc.constantFrom(301, 302, 307, 308, 399, 400, 599) },
  { weight: 1, arbitrary: fc.constantFrom(200, 201, 202, 204, 299) },
);

// A test that passes with the kit's sender must pass against the service, and vice versa.
it('the sender of the testing kit and the service make the same attempts', async () => {
  const receiver = await startScriptedReceiver();
  const { secret } = await createEndpoint(service(), receiver.url);
  await fc.assert(
    fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 7 }), async (script) => {
      receiver.deliveries.length = 0;
      receiver.answers.splice(0, Infinity, ...script);
      const id = await order(service(), {});
      await service().control('/clock', { advance: '1h' });
      const { delivery, attempts } = await deliveryOf(service(), id);
      const ofService = receiver.deliveries.splice(0);

      receiver.answers.splice(0, Infinity, ...script);
      const kit = sender({ url: receiver.url, secret, clock: manualClock(Date.now()) });
      const report = await kit.send(String(delivery['requestBody']));
      const ofKit = receiver.deliveries.splice(0);

      const start = Date.parse(String(attempts[0]?.['startedAt']));
      expect(
        attempts.map(({ startedAt, responseStatus, responseBody }) => ({
          at: (Date.parse(String(startedAt)) - start) / 1000,
          status: responseStatus ?? undefined,
          body: responseBody ?? '',
        })),
      ).toEqual(report.attempts);
      expect(delivery['status']).toBe(report.delivered ? 'succeeded' : 'failed');
      expect(ofService.map(seen)).toEqual(ofKit.map(seen));
      // Every attempt was made, and no redirect was followed.
      expect(ofService.map(({ path }) => path)).toEqual(attempts.map(() => '/webhooks/screening'));
    }),
    {
      numRuns: 15,
      examples: [[[500, 302, 404, 503, 200]], [[500, 500, 500, 500, 500, 200]], [['hang up', 204]]],
    },
  );
});

function seen({
  path,
  headers,
  bytes,
}: Awaited<ReturnType<typeof startScriptedReceiver>>['deliveries'][number]) {
  return {
    path,
    type: headers['content-type'],
    signature: String(headers['service-signature'])
      .replace(/\w{64}$/, '…')
      .replace(/\d+/, '…'),
    body: bytes.toString(),
  };
}
