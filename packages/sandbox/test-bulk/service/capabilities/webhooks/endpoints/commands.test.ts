import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deliveryStates } from '../../../../../src/service/capabilities/webhooks/delivery-states.js';
import {
  EndpointModel,
  type ModelledPolicy,
} from '../../../../../test/service/capabilities/webhooks/endpoints/support/endpoint-model.js';
import { order } from '../../../../../test/support/orders.js';
import { recordingReceiver } from '../../../../../test/support/recording-receiver.js';
import { sharedService } from '../../../../../test/support/service.js';

const receiver = recordingReceiver();
const service = sharedService(async (request) => {
  // The order sets the number of refused attempts, so that no delivery depends on another.
  const { data } = JSON.parse(await request.clone().text());
  const attempt = Number(request.headers.get('service-delivery-attempt'));
  return attempt <= Number(data.externalId)
    ? new Response(null, { status: 503 })
    : receiver.deliverTo(request);
});

type Step =
  | { readonly do: 'order'; readonly failures: number }
  | { readonly do: 'pause' | 'remove' }
  | { readonly do: 'resume'; readonly discard: boolean }
  | { readonly do: 'policy'; readonly policy: ModelledPolicy }
  | { readonly do: 'advance'; readonly seconds: number };

const policy: fc.Arbitrary<ModelledPolicy> = fc.record({
  maxAttempts: fc.integer({ min: 1, max: 6 }),
  backoff: fc.constantFrom('exponential', 'fixed'),
  initialDelaySeconds: fc.constantFrom(1, 60, 3600),
});
const seconds = fc.constantFrom(0, 1, 60, 600, 86_400);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('order' as const), failures: fc.nat(6) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('advance' as const), seconds }) },
  { weight: 2, arbitrary: fc.constant({ do: 'pause' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('resume' as const), discard: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('policy' as const), policy }) },
  { weight: 1, arbitrary: fc.constant({ do: 'remove' as const }) },
);

/** Takes the steps in the service and the model, which must agree after each. Returns the transitions of the model. */
async function walk(steps: readonly Step[]): Promise<ReadonlySet<string>> {
  const { call, control, list, description } = service();
  await control('/reset', {});
  const [demo] = description.endpoints;
  const path = `/v1/webhook-endpoints/${demo?.id}`;
  receiver.restart(demo?.secret ?? '');
  const model = new EndpointModel();

  async function take(taken: Step): Promise<void> {
    if (taken.do === 'order') {
      await order(service(), { externalId: String(taken.failures) });
      model.order(taken.failures);
    } else if (taken.do === 'advance') {
      await control('/clock', { advance: `${taken.seconds}s` });
      model.advance(taken.seconds);
    } else if (taken.do === 'pause') {
      expect(await call('POST', `${path}/pause`)).toMatchObject(model.pause());
    } else if (taken.do === 'resume') {
      const { discard } = taken;
      const answer = await call('POST', `${path}/resume`, { discard });
      expect(answer).toMatchObject(model.resume(discard));
    } else if (taken.do === 'policy') {
      const answer = await call('PATCH', path, { retryPolicy: taken.policy });
      expect(answer).toMatchObject(model.setPolicy(taken.policy));
    } else {
      expect(await call('DELETE', path)).toMatchObject(model.remove());
    }
  }

  for (const taken of [...steps, { do: 'advance', seconds: 30 * 86_400 } as const]) {
    await take(taken);
    const deliveries = await list('/v1/webhook-deliveries?limit=100');
    expect(
      deliveries.map(({ status, attemptCount, nextAttemptAt }) => ({
        status,
        attemptCount,
        nextAttemptAt,
      })),
    ).toEqual(model.shown());
  }

  // Each succeeded delivery reached a handler once.
  const deliveries = await list('/v1/webhook-deliveries?limit=100');
  const succeeded = deliveries.filter(({ status }) => status === 'succeeded');
  expect(receiver.events.map(({ id }) => id).sort()).toEqual(
    succeeded.map(({ eventId }) => eventId).sort(),
  );
  return model.transitions;
}

it('after any commands to an endpoint, its deliveries are as the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      await walk(steps);
    }),
    { numRuns: 15 },
  );
});

it('every transition of the table is reached, except those of an attempt in flight', async () => {
  const orders = (...failures: readonly number[]) =>
    failures.map((count) => ({ do: 'order', failures: count }) as const);
  const transitions = await walk([
    ...orders(0, 1, 6),
    { do: 'advance', seconds: 3600 },
    ...orders(6),
    { do: 'advance', seconds: 1 },
    { do: 'pause' },
    ...orders(0),
    { do: 'advance', seconds: 1 },
    // Deliveries that are created before the resumption has run wait for it.
    ...orders(0),
    { do: 'resume', discard: false },
    { do: 'advance', seconds: 0 },
    { do: 'pause' },
    { do: 'resume', discard: true },
    { do: 'pause' },
    { do: 'resume', discard: true },
    ...orders(6),
    { do: 'advance', seconds: 1 },
    { do: 'remove' },
    { do: 'pause' },
    ...orders(0),
  ]);
  // resume.test.ts covers attempts in flight, and scheduled deliveries without an attempt.
  const elsewhere = [
    'delivering hold held',
    'delivering cancel canceled',
    'scheduled hold held',
    'scheduled cancel canceled',
  ];
  // Other tests cover replays, a process that dies during an attempt, and an attempt that cannot be made.
  const modelled = Object.entries(deliveryStates.actions).filter(
    ([action]) => !/replay|^(abandon|keep-success|interrupt)$/.test(action),
  );
  const table = modelled.flatMap(([action, row]) =>
    row.from.map((status) => `${status} ${action} ${'to' in row ? row.to : status}`),
  );
  expect([...transitions, ...elsewhere].sort()).toEqual(table.sort());
});
