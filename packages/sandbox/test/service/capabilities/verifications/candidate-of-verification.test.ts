import { expect, it } from 'vitest';
import { maria } from '../../../support/maria.js';
import { order } from '../../../support/orders.js';
import { sharedService } from '../../../support/service.js';

const service = sharedService();
const path = '/v1/document-verifications';
const get = async (of: string) => (await service().call('GET', of)).body;

async function orderForMaria() {
  const candidate = await service().send('POST', '/v1/candidates', maria);
  return { candidate, id: await order(service(), { candidateId: candidate['id'] }) };
}

it('a list is filtered by candidate', async () => {
  const { candidate, id } = await orderForMaria();
  await orderForMaria();
  await order(service(), {});
  const found = await service().list(`${path}?candidateId=${candidate['id']}`);
  expect(found).toMatchObject([{ verificationId: id }]);
  expect(await service().list(`${path}?candidateId=cand_unknown`)).toEqual([]);
});

it('`include` adds the candidate, and null where the order names none', async () => {
  const { candidate, id } = await orderForMaria();
  const other = await order(service(), {});
  const record = await get(`${path}/${id}`);
  expect(Object.keys(record)).toHaveLength(17);
  expect(await get(`${path}/${id}?include=candidate`)).toEqual({ ...record, candidate });
  expect(await get(`${path}/${other}?include=candidate`)).toHaveProperty('candidate', null);
  expect(await service().list(`${path}?include=candidate`)).toMatchObject([
    { verificationId: id, candidate },
    { verificationId: other, candidate: null },
  ]);
  const [plain] = await service().list(path);
  expect(Object.keys(plain ?? {})).toHaveLength(17);
});

it('`include` takes nothing else', async () => {
  const { id } = await orderForMaria();
  const { status, body } = await service().call('GET', `${path}/${id}?include=report`);
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'parameter_invalid' } });
});
