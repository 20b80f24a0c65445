import type { PGlite } from '@electric-sql/pglite';
import { store, workAndNote } from 'screening-webhooks-test-support/inbox';
import { expectQueueOfOracle } from 'screening-webhooks-test-support/queues/interleavings';
import { inboxContractSuite } from 'screening-webhooks-test-support/stores/contract-suites';
import { until } from 'screening-webhooks-test-support/until';
import { beforeAll, describe, it } from 'vitest';
import { postgresInbox } from '../../src/inbox/index.js';
import { contractInbox } from '../support/contract-inbox.js';
import { borrowPglite, withOtherParsers } from '../support/open-pglite.js';
import { oracleQueue } from '../support/oracle-queue.js';

describe('postgresInbox on PGlite', () => {
  let pglite: PGlite;
  beforeAll(async () => {
    const borrowed = await borrowPglite();
    ({ pglite } = borrowed);
    return borrowed.giveBack;
  });
  const run = (text: string) => pglite.query(text);

  describe('keeps the contract of inboxes, with parsers and serializers of the app', () => {
    beforeAll(() => withOtherParsers(pglite));
    // PGlite allows one connection, so both instances share it.
    inboxContractSuite(contractInbox(() => [pglite, pglite], run));
  });

  it('has a queue that does what its contract says, whatever two workers do', async () => {
    await expectQueueOfOracle(await oracleQueue(pglite, run), 30);
  });

  it('notifies an idle worker of what another instance stores', async () => {
    // Nothing is found by polling.
    const patient = () =>
      postgresInbox(pglite, { name: 'patient', pollInterval: 3_600_000, lease: 3_600_000 });
    await patient().migrate();
    const worker = await workAndNote(patient());
    await store(patient(), 'evt_1');
    await until(() => worker.seen.length === 1);
    await worker.stop();
  });
});
