import { expect, it } from 'vitest';
import { order } from '../../support/orders.js';
import { problem } from '../../support/problems.js';
import { recordsOf, sharedService } from '../../support/service.js';

type Json = Readonly<Record<string, unknown>>;

const service = sharedService(async () => new Response());
const BOARD = 'sbx-nursing-board';
const set = (availability: string) => service().control(`/sources/${BOARD}`, { availability });
const settle = () => service().control('/clock', { settle: true });
const advance = (by: string) => service().control('/clock', { advance: by });

async function shown(verificationId: string): Promise<Json> {
  const path = `/v1/document-verifications/${verificationId}`;
  const { status, attemptCount, errorMessage } = (await service().call('GET', path)).body;
  return { status, attemptCount, errorMessage };
}

/** The sources that are not available. The API and the control must agree. */
async function unavailable(): Promise<readonly Json[]> {
  const { body } = await service().control('/sources');
  const listed = await service().call('GET', '/v1/verification-sources');
  expect(listed.body['data']).toEqual(body['data']);
  const sources = recordsOf(body['data']);
  expect(sources).toHaveLength(4);
  return sources.filter(({ availability }) => availability !== 'available');
}

it('the API shows what was set, until a reset', async () => {
  expect(await unavailable()).toEqual([]);
  const { body } = await set('degraded');
  expect(body).toMatchObject({ slug: BOARD, availability: 'degraded' });
  expect(await unavailable()).toEqual([body]);
  await service().control('/reset', {});
  expect(await unavailable()).toEqual([]);
});

it('a source that is down is asked three times', async () => {
  await set('down');
  const ids = [await order(service(), {}), await order(service(), { licenseNumber: 'SBX-NAME-1' })];
  await advance('119s');
  for (const id of ids) {
    expect(await shown(id)).toMatchObject({ status: 'PROCESSING', attemptCount: 2 });
  }
  await advance('1s');
  for (const id of ids) {
    expect(await shown(id)).toEqual({
      status: 'FAILED',
      attemptCount: 3,
      errorMessage: expect.stringContaining('The issuing source did not answer.'),
    });
  }
});

it('a source that comes back answers the next attempt', async () => {
  await set('down');
  const id = await order(service(), {});
  await settle();
  await set('available');
  await advance('30s');
  expect(await shown(id)).toEqual({ status: 'VERIFIED', attemptCount: 2, errorMessage: null });
});

it('a degraded source says the same, five minutes later', async () => {
  await set('degraded');
  const confirmed = await order(service(), {});
  const denied = await order(service(), { licenseNumber: 'SBX-NOTFOUND-1' });
  const retried = await order(service(), { licenseNumber: 'SBX-RETRY-1' });
  const slow = await order(service(), { licenseNumber: 'SBX-SLOW-1' });
  await advance('299s');
  for (const id of [confirmed, denied]) {
    expect(await shown(id)).toMatchObject({ status: 'PROCESSING', attemptCount: 1 });
  }
  // The new availability does not affect earlier requests to the source.
  await set('down');
  await advance('1s');
  expect(await shown(confirmed)).toMatchObject({ status: 'VERIFIED', attemptCount: 1 });
  expect(await shown(denied)).toMatchObject({
    status: 'FAILED',
    attemptCount: 1,
    errorMessage: 'No license with this number was found at the issuing source.',
  });
  await advance('30s');
  expect(await shown(retried)).toMatchObject({ status: 'VERIFIED', attemptCount: 2 });
  await advance('24h');
  expect(await shown(slow)).toMatchObject({ status: 'VERIFIED', attemptCount: 1 });
});

it('nothing changes for other sources, and for documents without one', async () => {
  await set('down');
  const of = { documentConfigSlug: 'drivers-license' };
  const other = await order(service(), of);
  const formData = { holderName: 'Maria Ortiz' };
  const recorded = await order(service(), { documentConfigSlug: 'cpr-card', formData });
  const unsourced = await order(service(), { licenseNumber: 'SBX-NOSOURCE-1' });
  await settle();
  expect(await shown(other)).toMatchObject({ status: 'VERIFIED' });
  for (const id of [recorded, unsourced]) {
    expect(await shown(id)).toMatchObject({ status: 'RECORDED' });
  }
});

it('refuses what it does not know', async () => {
  expect(await set('broken')).toMatchObject({ status: 422 });
  expect(await service().control('/sources/sbx-none', { availability: 'down' })).toMatchObject(
    problem(404, 'resource_not_found'),
  );
});
