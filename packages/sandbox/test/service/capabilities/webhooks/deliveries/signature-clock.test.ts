import { expect, it, onTestFinished } from 'vitest';
import { order } from '../../../../support/orders.js';
import { startTestService } from '../../../../support/service.js';

it("with signatureClock: 'virtual', t of an attempt is the virtual time", async () => {
  const times: unknown[] = [];
  const service = await startTestService(
    { signatureClock: 'virtual' },
    {
      async deliverTo({ headers }) {
        times.push(/t=(\d+)/.exec(headers.get('service-signature') ?? '')?.[1]);
        return new Response(null, { status: 500 });
      },
    },
  );
  onTestFinished(() => service.close());
  await order(service, {});
  await service.control('/clock', { advance: '1m' });
  const start = Date.UTC(2026, 0, 1) / 1000;
  expect(times).toEqual([String(start), String(start + 60)]);
});
