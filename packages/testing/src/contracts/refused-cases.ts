import { fixture } from '../fixture.js';
import { hostileDeliveries } from '../hostile-deliveries.js';
import { recordingHandler } from '../recording-handler.js';
import {
  type AdapterHarness,
  mustAnswer,
  NOW_SECONDS,
  SECRET,
  signed,
  withReceiver,
} from './adapter-harness.js';
import { type ContractCase, mustEqual } from './contract.js';

/** Deliveries that must be refused before a handler runs, and their answers. */
export function refusedCases(harness: AdapterHarness): readonly ContractCase[] {
  const hostile = hostileDeliveries.map(
    ({ name, status, code, catches, make }): ContractCase => ({
      name: `refuses ${name}`,
      catches,
      run: () => {
        const handler = recordingHandler();
        return withReceiver(harness, { handlers: { '*': handler } }, async ({ send }) => {
          const { method, headers, body } = await make({ secret: SECRET, now: NOW_SECONDS });
          // `send` signs a delivery without a signature header. An empty header prevents that.
          const response = await send({
            method,
            body,
            headers: { 'service-signature': '', ...headers },
          });
          await mustAnswer(response, status, { outcome: 'rejected', code });
          mustEqual('runs', handler.events.length, 0);
        });
      },
    }),
  );

  return [
    ...hostile,
    {
      name: 'names the allowed method',
      catches: ['accepts-any-method'],
      run: () =>
        withReceiver(harness, { handlers: { '*': () => {} } }, async ({ send }) => {
          const response = await send({ method: 'DELETE', body: '{}' });
          mustEqual('answer', [response.status, response.headers.get('allow')], [405, 'POST']);
        }),
    },
    {
      name: 'refuses an event of another integration than the configured one',
      catches: [],
      run: () =>
        withReceiver(
          harness,
          { integrationId: 'int_configured', handlers: { '*': () => {} } },
          async ({ send }) => {
            const body = JSON.stringify(fixture('document_verification.recorded'));
            const response = await send({ body, headers: await signed(body) });
            await mustAnswer(response, 403, { outcome: 'rejected', code: 'wrong_integration' });
          },
        ),
    },
    {
      name: 'refuses a record that its schema rejects',
      catches: [],
      run: () => {
        const validate = (): { issues: { message: string }[] } => ({ issues: [{ message: 'no' }] });
        const metadata = { '~standard': { version: 1, vendor: 'contract', validate } } as const;
        return withReceiver(
          harness,
          { metadata, handlers: { '*': () => {} } },
          async ({ send }) => {
            const body = JSON.stringify(fixture('document_verification.recorded'));
            await mustAnswer(await send({ body }), 422, {
              outcome: 'rejected',
              code: 'data_invalid',
            });
          },
        );
      },
    },
    {
      name: 'refuses an event that contradicts itself',
      catches: [],
      run: () =>
        withReceiver(harness, { handlers: { '*': () => {} } }, async ({ send }) => {
          const event = fixture('document_verification.completed');
          const body = JSON.stringify({ ...event, data: { ...event.data, verified: false } });
          await mustAnswer(await send({ body }), 422, {
            outcome: 'rejected',
            code: 'data_invalid',
          });
        }),
    },
  ];
}
