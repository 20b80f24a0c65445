import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/service/limits/limits.js';
import { getAction, openAction } from '../../support/adverse-actions.js';
import { openSession } from '../../support/open-session.js';
import { createEndpoint } from '../../support/orders.js';
import { plainBrowser } from '../../support/plain-browser.js';
import { invalid, problem } from '../../support/problems.js';
import { recordsOf, sharedService } from '../../support/service.js';
import { uploadRoster } from '../../support/upload-roster.js';

// The texts whose length no schema of the API limits.

const service = sharedService();
// Two UTF-16 units each.
const characters = (many: number) => '😀'.repeat(many);

it('the statement on the page of a dispute', async () => {
  const { most } = limits.statement;
  const { id, disputeUrl } = await openAction(service());
  const send = async (statement: string) => {
    const browser = plainBrowser(service().description.url);
    const page = await browser.open(disputeUrl);
    const finding = page.elements.find(({ attributes }) => attributes['name'] === 'findings');
    const findings = [String(finding?.attributes['value'])];
    return browser.submit(page, { findings, statement });
  };
  expect((await send(characters(most + 1))).errors).toEqual({
    statement: 'Your text can have at most 5,000 characters.',
  });
  expect((await send(characters(most))).errors).toEqual({});
  expect(await getAction(service(), id)).toMatchObject({
    dispute: { statement: characters(most) },
  });
});

it('a field on the page of a document', async () => {
  const { most } = limits.documentField;
  const { url } = await openSession(service(), 'rn-license');
  const browser = plainBrowser(service().description.url);
  const enter = async (name: string) =>
    browser.submit(await browser.open(`${url}/rn-license/enter`), {
      state: 'CA',
      'field.licenseNumber': 'RN1234',
      'field.holderName': name,
    });
  expect((await enter(characters(most + 1))).errors).toEqual({
    'field-2': 'Holder name: enter at most 200 characters.',
  });
  expect((await enter(characters(most))).errors).toEqual({});
});

it('a cell of a roster', async () => {
  const { most } = limits.rosterCell;
  const issues = async (cell: string) => {
    const roster = `first_name,last_name,email,work_state,role,note\nAna,Lopez,ana@example.com,CA,registered-nurse,${cell}\n`;
    const imported = await uploadRoster(service(), roster);
    await service().control('/clock', { settle: true });
    const { body } = await service().call('GET', `/v1/bulk-imports/${imported['id']}`);
    return recordsOf(body['fileIssues']).map(({ code }) => code);
  };
  expect(await issues(characters(most))).not.toContain('cell_too_long');
  expect(await issues(characters(most + 1))).toContain('cell_too_long');
});

it('the name of a file in a form', async () => {
  const { most } = limits.reference;
  const upload = async (name: string) => {
    const form = new FormData();
    form.set('file', new File(['a\nb\n'], name));
    return service().call('POST', '/v1/bulk-imports', form);
  };
  expect((await upload(characters(most))).body['fileName']).toBe(characters(most));
  expect(await upload(characters(most + 1))).toMatchObject(problem(422, 'validation_failed'));
});

it('the address of an endpoint', async () => {
  const { most } = limits.url;
  const start = 'http://localhost:9/';
  const create = async (many: number) => {
    const { integrationId } = service().description;
    const url = `${start}${characters(many - start.length)}`;
    return service().call('POST', '/v1/webhook-endpoints', { integrationId, url });
  };
  expect(await create(most)).toMatchObject({ status: 201 });
  expect(await create(most + 1)).toMatchObject(invalid({ param: 'url', code: 'too_big' }));
  const { id } = await createEndpoint(service(), start);
  const change = { url: `${start}${characters(most)}` };
  expect(await service().call('PATCH', `/v1/webhook-endpoints/${id}`, change)).toMatchObject(
    invalid({ param: 'url' }),
  );
});

describe('headers', () => {
  it('Idempotency-Key', async () => {
    const send = (many: number) =>
      service().call(
        'POST',
        '/v1/integrations',
        { name: 'a' },
        { headers: { 'idempotency-key': 'x'.repeat(many) } },
      );
    const { most } = limits.idempotencyKey;
    expect(await send(most)).toMatchObject({ status: 201 });
    expect(await send(most + 1)).toMatchObject(problem(400, 'idempotency_key_invalid'));
  });

  it('all together', async () => {
    const { most } = limits.requestHeaders;
    const send = (bytes: number) =>
      new Promise((resolve, reject) => {
        const headers = { 'x-pad': 'x'.repeat(bytes) };
        get(`${service().description.url}/healthz`, { headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on('error', reject);
      });
    // Node counts the other headers as well.
    expect(await send(most - 500)).toBe(200);
    expect(await send(most)).toBe(431);
  });
});

describe('in controls', () => {
  const post = async (path: string, body: object) => {
    const { status, body: answer } = await service().control(path, body);
    return [status, ...recordsOf(answer['errors']).map(({ param, code }) => `${param} ${code}`)];
  };
  const keys = (many: number) =>
    Object.fromEntries(Array.from({ length: many }, (_, index) => [`key${index}`, 1]));
  const trigger = { type: 'document_verification.completed' };
  const { triggerFields, captures, slug, sinkName } = limits;

  it.each([
    ['/trigger', { ...trigger, data: keys(triggerFields.most + 1) }, 'data'],
    ['/trigger', { ...trigger, set: keys(triggerFields.most + 1) }, 'set'],
    ['/trigger', { ...trigger, unset: Object.keys(keys(triggerFields.most + 1)) }, 'unset'],
    ['/import', { endpointId: 'x', captures: Array(captures.most + 1).fill(null) }, 'captures'],
    ['/faults', { kind: characters(slug.most + 1) }, 'kind'],
  ])('%s %j', async (path, body, param) => {
    expect(await post(path, body)).toEqual([422, `${param} too_big`]);
  });

  it('one less is taken', async () => {
    const data = keys(triggerFields.most);
    expect((await post('/trigger', { ...trigger, data }))[0]).toBe(201);
    const [status, ...faults] = await post('/import', {
      endpointId: 'x',
      captures: Array(captures.most).fill(null),
    });
    expect([status, faults.includes('captures too_big')]).toEqual([422, false]);
  });

  it('the name of a sink', async () => {
    expect((await post(`/sinks/${'x'.repeat(sinkName.most)}`, {}))[0]).toBe(200);
    expect((await post(`/sinks/${'x'.repeat(sinkName.most + 1)}`, {}))[0]).toBe(400);
    const { url } = service().description;
    const send = async (many: number) =>
      (await fetch(`${url}/sink/${'x'.repeat(many)}`, { method: 'POST' })).status;
    expect(await send(sinkName.most)).toBe(200);
    expect(await send(sinkName.most + 1)).toBe(404);
  });
});
