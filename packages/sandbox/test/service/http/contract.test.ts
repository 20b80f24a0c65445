import { expect, it } from 'vitest';
import { describeApi } from '../../../src/service/operations.js';
import { describedOperations, resolved } from '../../support/openapi.js';
import { ownService, sharedService } from '../../support/service.js';
import { testContract } from '../../support/test-contract.js';

const service = sharedService();

// `npx vitest run --project slow` tries more.
it('no operation answers what the document does not describe', () => testContract(service(), 2));

it('the document names the service where it is, and the port of the command in a file', async () => {
  const { call, description } = service();
  const { body } = await call('GET', '/v1/openapi.json', undefined, {
    headers: { host: 'localhost:4010' },
  });
  expect(body).toEqual(JSON.parse(JSON.stringify(describeApi(undefined, description.url))));
  const at = (url: string) => [{ url, description: 'This sandbox' }];
  expect(body['servers']).toEqual(at(description.url));
  expect(describeApi()['servers']).toEqual(at('http://localhost:4010'));
});

it('summaries are commands without a full stop, and groups have a description of their own', () => {
  const { paths, tags } = describeApi();
  const summaries = Object.values(Object(paths))
    .flatMap((methods) => Object.values(Object(methods)))
    .map((operation): string => Object(operation).summary);
  const verbs = new Set(summaries.map((summary) => summary.split(' ')[0]));
  // Add a new verb only if none of these fits.
  expect([...verbs].sort()).toEqual(
    [
      ...['Adjudicate', 'Archive', 'Cancel', 'Close', 'Commit', 'Count', 'Create', 'Delete'],
      ...['Export', 'File', 'Get', 'Group', 'Invite', 'List', 'Onboard', 'Pause', 'Reactivate'],
      ...['Rename', 'Replace', 'Replay', 'Resend', 'Resolve', 'Resume', 'Revoke', 'Roll'],
      ...['Schedule', 'Send', 'Stream', 'Submit', 'Supply', 'Suspend', 'Update', 'Upload'],
    ].sort(),
  );
  expect(summaries.filter((summary) => summary.endsWith('.'))).toEqual([]);
  for (const { name, description } of Object.values(Object(tags)).map(Object)) {
    expect(description).toMatch(/\.$/);
    expect(description).not.toBe(name);
  }
});

it('a stream names the schema of its data, which is one of the document', () => {
  const document = describeApi();
  const responses = Object.values(Object(document['paths']))
    .flatMap((methods) => Object.values(Object(methods)))
    .flatMap((operation) => Object.values(Object(Object(operation).responses)));
  const data = responses.flatMap((response) => {
    const stream = Object(Object(response).content)['text/event-stream'];
    return stream === undefined ? [] : [stream['x-event-data']];
  });
  expect(data).toEqual(['#/components/schemas/WebhookDelivery']);
  expect(resolved({ $ref: data[0] }, document)).toMatchObject({ type: 'object' });
});

const demo = ownService({ seed: 'demo' });

it('every list, and every object of one, is what the document describes', async () => {
  const { call } = demo();
  const gets = describedOperations(describeApi()).filter(
    ({ method, streams, partner }) => method === 'GET' && !streams && !partner,
  );
  const look = async ({ path, mismatch }: (typeof gets)[number], at: string) => {
    const { status, headers, body } = await call('GET', at);
    expect([at, mismatch(status, headers.get('content-type') ?? '', body)]).toEqual([
      at,
      undefined,
    ]);
    return { path, body };
  };
  let objects = 0;
  for (const list of gets.filter(({ path }) => !path.includes('{'))) {
    const { body } = await look(list, list.path);
    const records: readonly unknown[] = Array.isArray(body['data']) ? body['data'] : [];
    const one = gets.find(({ path }) => path.replace(/\{\w+\}$/, '') === `${list.path}/`);
    for (const record of one ? records.slice(0, 3) : []) {
      const id = Object(record)['id'] ?? Object(record)['slug'];
      if (one === undefined || id === undefined) continue;
      await look(one, `${list.path}/${id}`);
      objects += 1;
    }
  }
  expect(objects).toBeGreaterThan(20);
});
