import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verificationStates } from '../../../../src/service/capabilities/verifications/states.js';
import { VerificationModel } from '../../../../test/service/capabilities/verifications/support/verification-model.js';
import { order } from '../../../../test/support/orders.js';
import { serviceWithReceiver } from '../../../../test/support/service-with-receiver.js';

const { service, receiver } = serviceWithReceiver();

const values = [
  'RN1234',
  'SBX-RETRY-1',
  'SBX-NOTFOUND-1',
  'SBX-DOWN-1',
  'SBX-SLOW-1',
  'SBX-HOLD-1',
  'SBX-NOSOURCE-1',
];
const seconds = [0, 1, 30, 90, 3600, 86_400, 604_800];

/** What a caller may do. `which` chooses one of the verifications that are there. */
type Step =
  | { readonly do: 'create'; readonly value: string | undefined }
  | { readonly do: 'submit'; readonly which: number; readonly value: string | undefined }
  | { readonly do: 'cancel'; readonly which: number }
  | { readonly do: 'advance'; readonly seconds: number };

const value = fc.option(fc.constantFrom(...values), { nil: undefined });
const which = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('create' as const), value }),
  fc.record({ do: fc.constant('submit' as const), which, value }),
  fc.record({ do: fc.constant('cancel' as const), which }),
  fc.record({ do: fc.constant('advance' as const), seconds: fc.constantFrom(...seconds) }),
);

/** Takes the steps at the service and in the model, which must agree after each. Returns the transitions of the model. */
async function walk(steps: readonly Step[]): Promise<ReadonlySet<string>> {
  const { call, control, list } = service();
  await control('/reset', {});
  receiver.restart(service().description.endpoints[0]?.secret ?? '');
  const model = new VerificationModel();
  const ids: string[] = [];

  async function act(action: 'submit' | 'cancel', index: number, body?: object): Promise<void> {
    const path = `/v1/document-verifications/${ids[index]}/${action}`;
    const answer = await call('POST', path, body);
    const expected = model[action](index, body);
    expect(answer, JSON.stringify(expected)).toMatchObject(expected);
  }

  for (const taken of [...steps, { do: 'advance', seconds: 30 * 86_400 } as const]) {
    if (taken.do === 'create') {
      ids.push(await order(service(), { formData: formData(taken.value) }));
      model.create(taken.value);
    } else if (taken.do === 'advance') {
      await control('/clock', { advance: `${taken.seconds}s` });
      model.advance(taken.seconds);
    } else if (ids.length > 0) {
      const body = taken.do === 'submit' ? { formData: formData(taken.value) } : undefined;
      await act(taken.do, taken.which % ids.length, body);
    }
    const records = await list('/v1/document-verifications?limit=100');
    expect(records.map(({ status, completedAt }) => ({ status, completedAt }))).toEqual(
      model.records(),
    );
  }

  // One event for each end that has one, and never a second: of the service's record, and at the receiver.
  const ends = model.ends().map(([index, type]) => `${ids[index]} document_verification.${type}`);
  const events = await list('/v1/events?limit=100');
  expect(events.map(told).sort()).toEqual([...ends].sort());
  expect(receiver.events.map(told).sort()).toEqual([...ends].sort());
  return model.transitions;
}

const formData = (licenseNumber: string | undefined) =>
  licenseNumber === undefined ? {} : { licenseNumber };

function told(event: { readonly type?: unknown; readonly data?: unknown }): string {
  return `${Object(event.data).verificationId} ${event.type}`;
}

describe('the states of a verification', () => {
  it('change as the table says, and each end emits one event', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        await walk(steps);
      }),
      { numRuns: 15 },
    );
  });

  it('are all reached, by every transition of the table', async () => {
    const transitions = await walk([
      { do: 'create', value: undefined },
      { do: 'create', value: undefined },
      { do: 'create', value: undefined },
      { do: 'create', value: 'SBX-NOTFOUND-1' },
      { do: 'create', value: 'SBX-NOSOURCE-1' },
      { do: 'create', value: 'SBX-HOLD-1' },
      { do: 'submit', which: 0, value: 'RN1234' },
      { do: 'cancel', which: 1 },
      { do: 'advance', seconds: 0 },
      { do: 'cancel', which: 5 },
      // From every end, every call is refused.
      { do: 'advance', seconds: 604_800 },
      ...[0, 1, 2, 3, 4, 5].flatMap((index): Step[] => [
        { do: 'submit', which: index, value: 'RN1234' },
        { do: 'cancel', which: index },
      ]),
    ]);
    const table = Object.entries(verificationStates.actions).flatMap(([action, { from, to }]) =>
      from.map((status) => `${status} ${action} ${to}`),
    );
    expect([...transitions].sort()).toEqual(table.sort());
  });

  it('end once when calls and the clock meet', async () => {
    const { call, control, list } = service();
    const act = (id: string, action: 'submit' | 'cancel') =>
      call(
        'POST',
        `/v1/document-verifications/${id}/${action}`,
        action === 'submit' ? { formData: formData('RN1234') } : undefined,
      );
    const waiting = await order(service(), { formData: {} });
    const submits = await Promise.all([act(waiting, 'submit'), act(waiting, 'submit')]);
    expect(submits.map(({ status }) => status).sort()).toEqual([200, 409]);

    const ids: string[] = [waiting];
    for (let count = 0; count < 9; count += 1) ids.push(await order(service(), {}));
    const [, ...answers] = await Promise.all([
      control('/clock', { advance: '1m' }),
      ...ids.flatMap((id) => [act(id, 'cancel'), act(id, 'cancel')]),
    ]);
    await control('/clock', { advance: '1m' });
    const records = await list('/v1/document-verifications');
    const events = (await list('/v1/events')).map(told);
    for (const [index, id] of ids.entries()) {
      const canceled = records[index]?.['status'] === 'CANCELED';
      const statuses = answers.slice(2 * index, 2 * index + 2).map(({ status }) => status);
      expect(statuses.sort()).toEqual(canceled ? [200, 409] : [409, 409]);
      expect(events.filter((event) => event.startsWith(id))).toEqual(
        canceled ? [] : [`${id} document_verification.completed`],
      );
    }
  });
});
