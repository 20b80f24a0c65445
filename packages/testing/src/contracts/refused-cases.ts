import { fixture } from '../fixture.js';
import { hostileDeliveries } from '../hostile-deliveries.js';
import {
  type AdapterHarness,
  mustAnswer,
  NOW_SECONDS,
  SECRET,
  servingWith,
} from './adapter-harness.js';
import { type ContractCase, mustEqual } from './contract.js';

const dataInvalid = { outcome: 'rejected', code: 'data_invalid' };
const validate = (): { issues: { message: string }[] } => ({ issues: [{ message: 'no' }] });
const refusingSchema = { '~standard': { version: 1, vendor: 'contract', validate } } as const;

/** Deliveries that must be refused before a handler runs, and their answers. */
export function refusedCases(harness: AdapterHarness): readonly ContractCase[] {
  const serving = servingWith(harness);
  const hostile = hostileDeliveries.map(
    ({ name, status, code, catches, make }): ContractCase => ({
      name: `refuses ${name}`,
      catches,
      run: serving({}, async ({ send, handler }) => {
        const { method, headers, body } = await make({ secret: SECRET, now: NOW_SECONDS });
        // `send` signs a delivery without a signature header. An empty header prevents that.
        const unsigned = { 'service-signature': '', ...headers };
        const response = await send({ method, body, headers: unsigned });
        await mustAnswer(response, status, { outcome: 'rejected', code });
        mustEqual('runs', handler.events.length, 0);
      }),
    }),
  );

  return [
    ...hostile,
    {
      name: 'names the allowed method',
      catches: ['accepts-any-method'],
      run: serving({}, async ({ send }) => {
        const response = await send({ method: 'DELETE', body: '{}' });
        mustEqual('answer', [response.status, response.headers.get('allow')], [405, 'POST']);
      }),
    },
    {
      name: 'refuses an event of another integration than the configured one',
      catches: [],
      run: serving({ integrationId: 'int_configured' }, async ({ send }) => {
        const body = JSON.stringify(fixture('document_verification.recorded'));
        const refused = { outcome: 'rejected', code: 'wrong_integration' };
        await mustAnswer(await send({ body }), 403, refused);
      }),
    },
    {
      name: 'refuses a record that its schema rejects',
      catches: [],
      run: serving({ metadata: refusingSchema }, async ({ send }) => {
        const body = JSON.stringify(fixture('document_verification.recorded'));
        await mustAnswer(await send({ body }), 422, dataInvalid);
      }),
    },
    {
      name: 'refuses an event that contradicts itself',
      catches: [],
      run: serving({}, async ({ send }) => {
        const event = fixture('document_verification.completed');
        const body = JSON.stringify({ ...event, data: { ...event.data, verified: false } });
        await mustAnswer(await send({ body }), 422, dataInvalid);
      }),
    },
  ];
}
