import { type DedupeStore, memoryStore } from '@screening-webhooks/core';
import { fixture } from '../fixture.js';
import { type AdapterHarness, mustAnswer, servingWith } from './adapter-harness.js';
import { type ContractCase, mustEqual, mustHold } from './contract.js';
import { createGate } from './gate.js';
import { waitUntil } from './wait-until.js';

const body = JSON.stringify(fixture('document_verification.recorded', { id: 'evt_repeated' }));
const down = (): Promise<never> => Promise.reject(new Error('the store is down'));

/** Deliveries of the same event: its handler runs once, and each delivery gets the answer of the outcome table. */
export function dedupeCases(harness: AdapterHarness): readonly ContractCase[] {
  const serving = servingWith(harness);
  return [
    {
      name: 'answers the second delivery of an event with duplicate',
      catches: ['no-dedupe'],
      run: serving({}, async ({ send, handler }) => {
        await mustAnswer(await send({ body }), 200, { outcome: 'processed' });
        await mustAnswer(await send({ body }), 200, { outcome: 'duplicate' });
        mustEqual('runs', handler.events.length, 1);
      }),
    },
    {
      name: 'runs the handler once for twenty deliveries at once, and answers 200 or 409',
      catches: ['no-dedupe', 'check-then-insert'],
      run: serving({}, async ({ send, handler, handle, outcomes }) => {
        const gate = createGate();
        handle(() => gate.passed);
        const deliveries = Array.from({ length: 20 }, () => send({ body }));
        try {
          // The handler runs until all other deliveries are answered, so that each of them meets its claim.
          await waitUntil('19 answers', () => outcomes.length === 19 || handler.events.length > 1);
        } finally {
          gate.open();
        }
        const answers = await Promise.all(deliveries);
        mustEqual('runs', handler.events.length, 1);
        const statuses = answers.map(({ status }) => status);
        mustEqual('200s', statuses.filter((status) => status === 200).length, 1);
        mustEqual('409s', statuses.filter((status) => status === 409).length, 19);
        const busy = answers.find(({ status }) => status === 409);
        const retryAfter = Number(busy?.headers.get('retry-after'));
        mustHold('a Retry-After within the lease', retryAfter > 0 && retryAfter <= 60, retryAfter);
      }),
    },
    {
      name: 'processes a burst of a hundred events, each once',
      catches: [],
      run: serving({}, async ({ send, handler }) => {
        const ids = Array.from({ length: 100 }, (_, index) => `evt_burst_${index}`);
        const events = ids.map((id) => fixture('document_verification.recorded', { id }));
        const answers = await Promise.all(
          events.map(async (event) => (await send({ body: JSON.stringify(event) })).text()),
        );
        mustEqual('answers', [...new Set(answers)], ['{"outcome":"processed"}']);
        mustEqual('runs of each', [...new Set(ids.map(handler.runsOf))], [1]);
      }),
    },
    {
      name: 'answers 503 when the store is down, and runs no handler',
      catches: ['runs-without-a-store', 'no-dedupe'],
      run: serving(storeWith({ claim: down }), async ({ send, handler }) => {
        const response = await send({ body });
        mustEqual('retry-after', response.headers.get('retry-after'), '60');
        await mustAnswer(response, 503, { outcome: 'unavailable' });
        mustEqual('runs', handler.events.length, 0);
      }),
    },
    {
      name: 'answers 503 when the commit fails, and does not run the event again during the lease',
      catches: [
        'commit-failure-releases',
        'no-dedupe',
        'done-before-the-handler',
        'ack-before-commit',
      ],
      run: serving(storeWith({ commit: down }), async ({ send, handler }) => {
        await mustAnswer(await send({ body }), 503, { outcome: 'unavailable' });
        await mustAnswer(await send({ body }), 409, { outcome: 'in_progress' });
        mustEqual('runs', handler.events.length, 1);
      }),
    },
  ];
}

function storeWith(faults: Partial<DedupeStore>): () => { readonly dedupe: DedupeStore } {
  return () => ({ dedupe: { ...memoryStore(), ...faults } });
}
