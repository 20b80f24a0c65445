import { beforeEach, describe, expect, it } from 'vitest';
import { fillIn, invite } from '../../../support/invite.js';
import { maria } from '../../../support/maria.js';
import { order } from '../../../support/orders.js';
import { plainBrowser } from '../../../support/plain-browser.js';
import { serviceWithReceiver } from '../../../support/service-with-receiver.js';

// "Optionally include related objects in every payload." (spec section 1): those of a document verification.

const { service, receiver } = serviceWithReceiver();
const get = async (path: string) => (await service().call('GET', path)).body;
const deliver = () => service().control('/clock', { settle: true });
const envelopes = () => receiver.requests.map(({ body }) => JSON.parse(body));

async function setRelated(includeRelated: boolean) {
  const { id } = service().description.endpoints[0] ?? {};
  await service().send('PATCH', `/v1/webhook-endpoints/${id}`, { includeRelated });
}

beforeEach(() => setRelated(true));

describe('an event of a document verification carries the objects that it refers to', () => {
  it('the candidate of an order, as they were then', async () => {
    const candidate = await service().send('POST', '/v1/candidates', maria);
    receiver.failures.push(500);
    await order(service(), { candidateId: candidate['id'] });
    await deliver();
    const path = `/v1/candidates/${candidate['id']}`;
    await service().send('PATCH', path, { firstName: 'Mary' });
    await service().control('/clock', { advance: '1m' });
    const [first, second] = envelopes();
    expect(second).toEqual(first);
    const { related, data } = first;
    expect(Object.keys(related)).toEqual(['integration', 'documentConfig', 'candidate']);
    expect(related.candidate).toEqual(candidate);
    expect(Object.keys(data)).toHaveLength(17);
  });

  it('the candidate, the report and the package of an intake', async () => {
    const { candidate, invitation, url } = await invite(service());
    const browser = plainBrowser(service().description.url);
    await browser.submit(await fillIn(service(), url), {});
    await deliver();
    const [{ data, related }] = envelopes();
    const { reportId } = await get(`/v1/invitations/${invitation['id']}`);
    expect(Object.keys(data)).toHaveLength(17);
    expect(related).toMatchObject({
      candidate: { id: candidate['id'], status: 'completed', email: maria.email },
      report: { id: reportId, invitationId: invitation['id'] },
      package: await get(`/v1/packages/${invitation['packageId']}`),
    });
    expect(Object.keys(related.report)).not.toContain('candidate');
  });

  it('none of them for an order without a candidate, and none without `includeRelated`', async () => {
    await order(service(), {});
    await deliver();
    await setRelated(false);
    const candidate = await service().send('POST', '/v1/candidates', maria);
    await order(service(), { candidateId: candidate['id'] });
    await deliver();
    const [first, second] = envelopes();
    expect(Object.keys(first.related)).toEqual(['integration', 'documentConfig']);
    expect(second).not.toHaveProperty('related');
  });
});

it('`include` adds the candidate, and null where the order names none', async () => {
  const path = '/v1/document-verifications';
  const candidate = await service().send('POST', '/v1/candidates', maria);
  const id = await order(service(), { candidateId: candidate['id'] });
  const other = await order(service(), {});
  const record = await get(`${path}/${id}`);
  expect(await get(`${path}/${id}?include=candidate`)).toEqual({ ...record, candidate });
  expect(await get(`${path}/${other}?include=candidate`)).toHaveProperty('candidate', null);
  expect(await service().list(`${path}?include=candidate`)).toMatchObject([
    { verificationId: id, candidate },
    { verificationId: other, candidate: null },
  ]);
  expect(await service().list(`${path}?candidateId=${candidate['id']}`)).toEqual([record]);
  expect(await service().list(`${path}?candidateId=cand_unknown`)).toEqual([]);
});
