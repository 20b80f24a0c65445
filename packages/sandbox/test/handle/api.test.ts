import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/index.js';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const license = (externalId: string) => ({
  documentConfigSlug: 'rn-license',
  state: 'CA',
  integrationId: sandbox.integrationId,
  externalId,
});
const create = (externalId: string) =>
  sandbox.api.POST('/v1/document-verifications', { body: license(externalId) });

it('creates, gets and lists verifications', async () => {
  const { data, error, response } = await create('clinician 7&8');
  expect([response.status, error]).toEqual([201, undefined]);
  expect(data).toMatchObject({ externalId: 'clinician 7&8', status: 'PENDING', formData: {} });
  await create('another');

  const verificationId = data?.verificationId ?? '';
  const path = { verificationId };
  const got = await sandbox.api.GET('/v1/document-verifications/{verificationId}', {
    params: { path },
  });
  expect(got.data).toEqual(data);
  const list = await sandbox.api.GET('/v1/document-verifications', {
    params: { query: { externalId: 'clinician 7&8', limit: 10 } },
  });
  expect(list.data).toMatchObject({ data: [{ verificationId }], hasMore: false });
  const all = await sandbox.api.GET('/v1/document-verifications');
  expect(all.data?.data).toHaveLength(2);
});

it('calls an operation that takes no body', async () => {
  const verificationId = (await create('clinician-1')).data?.verificationId ?? '';
  const cancel = () =>
    sandbox.api.POST('/v1/document-verifications/{verificationId}/cancel', {
      params: { path: { verificationId } },
    });
  expect((await cancel()).data).toMatchObject({ status: 'CANCELED' });
  expect((await cancel()).error).toMatchObject({ status: 409, currentStatus: 'CANCELED' });
});

it('sends the header of a parameter', async () => {
  const options = {
    body: license('clinician-1'),
    params: { header: { 'Idempotency-Key': 'one' } },
  };
  const first = await sandbox.api.POST('/v1/document-verifications', options);
  const second = await sandbox.api.POST('/v1/document-verifications', options);
  expect(first.data).toBeDefined();
  expect(second.data).toEqual(first.data);
});

it('answers a refusal with its problem', async () => {
  const { data, error, response } = await sandbox.api.POST('/v1/document-verifications', {
    body: { ...license(''), state: 'California' },
  });
  expect([response.status, data]).toEqual([422, undefined]);
  expect(error).toMatchObject({ status: 422, code: 'validation_failed' });
  expect(error?.errors?.map(({ param }) => param)).toEqual(['state', 'externalId']);

  const missing = await sandbox.api.GET('/v1/document-verifications/{verificationId}', {
    params: { path: { verificationId: 'a/b' } },
  });
  expect(missing.error).toMatchObject({ status: 404, code: 'resource_not_found' });
});

it('sends a body with a file as a form', async () => {
  const upload = (file: Blob) => sandbox.api.POST('/v1/files', { body: { file } });
  const { data } = await upload(new Blob(['%PDF-1.7\n']));
  expect(data).toMatchObject({ contentType: 'application/pdf', size: 9 });
  expect((await upload(new File(['text'], 'license.pdf'))).error).toMatchObject({
    errors: [{ param: 'file', code: 'unsupported_file_type' }],
  });
});

it('calls with another key when a call gives one', async () => {
  const answer = await sandbox.api.GET('/v1/integrations', {
    headers: { authorization: `Bearer ${sandbox.keys.candidate}` },
  });
  expect(answer.error).toMatchObject({ status: 403, code: 'scope_insufficient' });
});

it('ends with the reason of the signal that a call gives', async () => {
  const signal = AbortSignal.abort(new Error('no longer wanted'));
  const call = sandbox.api.GET('/v1/integrations', { signal });
  await expect(call).rejects.toThrow('no longer wanted');
});
