import { expect, it } from 'vitest';
import { stopDelivery } from '../../../../../src/service/capabilities/webhooks/deliveries/end-delivery.js';
import { jobs } from '../../../../../src/service/db/schema/index.js';
import { transactOn } from '../../../../../src/service/db/sql.js';
import { commandRunner } from '../../../../../src/service/kernel/command.js';
import { randomIdentity } from '../../../../../src/service/kernel/identity.js';
import { serviceWithSql } from '../../../../support/service-with-sql.js';

const requests: Request[] = [];
const { service, sql, setEndpoint } = serviceWithSql(async (request) => {
  requests.push(request);
  return new Response();
});

async function sendTest(): Promise<void> {
  const [endpoint] = service().description.endpoints;
  const body = { eventType: 'document_verification.completed' };
  const { status } = await service().call(
    'POST',
    `/v1/webhook-endpoints/${endpoint?.id}/test`,
    body,
  );
  expect(status).toBe(202);
}

async function settled(): Promise<object | undefined> {
  requests.length = 0;
  await service().control('/clock', { settle: true });
  return (await service().list('/v1/webhook-deliveries'))[0];
}

it('a delivery that was created while its endpoint was deleted is canceled', async () => {
  await sendTest();
  // As by a transaction that did not see the delivery.
  await setEndpoint({ deletedAt: new Date() });
  expect(await settled()).toMatchObject({
    status: 'canceled',
    attemptCount: 0,
    nextAttemptAt: null,
  });
  expect(requests).toEqual([]);
});

it('a delivery whose endpoint is resumed before it is held is attempted', async () => {
  await sendTest();
  const [job] = await sql().delete(jobs).returning();
  if (!job) throw new Error('There is no job.');
  const run = commandRunner(transactOn(sql()), randomIdentity(), {
    origin: '',
    file: () => '',
    hosted: () => '',
  });
  await run((command) => stopDelivery(command, job));
  expect(await settled()).toMatchObject({ status: 'succeeded', attemptCount: 1 });
  expect(requests).toHaveLength(1);
});
