import { expect, it } from 'vitest';
import { isRecord } from '../../../../../src/handle/call-service.js';
import { createEndpoint } from '../../../../support/orders.js';
import { sharedService } from '../../../../support/service.js';

const service = sharedService();
const url = 'http://localhost:9/webhooks/screening';
const PATH = '/v1/webhook-endpoints';

const bounds = {
  maxAttempts: [0, 11, 1.5, '5', null],
  backoff: ['linear', null, 1],
  initialDelaySeconds: [0, 3601, '60', null],
  multiplier: [0.9, 5.1, null],
  maxDelaySeconds: [0, 86_401, null],
  timeoutSeconds: [0, 31, '15', null],
  jitter: [-0.1, 1.1, '0', null],
};
const refused: [string, object, readonly string[]][] = [
  ['not a URL', { url: 'receiver' }, ['url']],
  ['another scheme', { url: 'ftp://localhost/' }, ['url']],
  ['a private address', { url: 'http://10.0.0.1/' }, ['url']],
  ['a URL with a password', { url: 'http://user:password@localhost/' }, ['url']],
  ['no list of types', { eventTypes: null }, ['eventTypes']],
  ['a type that is no text', { eventTypes: [7] }, ['eventTypes.0']],
  ['two unknown types', { eventTypes: ['a', 'b'] }, ['eventTypes.0', 'eventTypes.1']],
  ['a policy that is no object', { retryPolicy: 5 }, ['retryPolicy']],
  ['an unknown setting', { retryPolicy: { speed: 1 } }, ['retryPolicy.speed']],
  ...Object.entries(bounds).flatMap(([name, values]) =>
    values.map((value): [string, object, readonly string[]] => [
      `${name} ${JSON.stringify(value)}`,
      { retryPolicy: { [name]: value } },
      [`retryPolicy.${name}`],
    ]),
  ),
  [
    'several faults at once',
    { url: 1, eventTypes: {}, retryPolicy: { maxAttempts: 0, backoff: '' }, paused: true },
    ['eventTypes', 'paused', 'retryPolicy.backoff', 'retryPolicy.maxAttempts', 'url'],
  ],
];

function params(body: Readonly<Record<string, unknown>>): unknown {
  const { errors } = body;
  return Array.isArray(errors)
    ? errors
        .filter(isRecord)
        .map(({ param }) => param)
        .sort()
    : errors;
}

it('every field that is wrong is named', async () => {
  const { call, description } = service();
  const { integrationId } = description;
  const { id } = await createEndpoint(service(), url);
  const before = await call('GET', `${PATH}/${id}`);
  for (const [name, body, named] of refused) {
    const created = await call('POST', PATH, { url, integrationId, ...body });
    expect([created.status, params(created.body)], name).toEqual([422, named]);
    const changed = await call('PATCH', `${PATH}/${id}`, body);
    expect([changed.status, params(changed.body)], name).toEqual([422, named]);
  }
  // The owner, the secret and the pause cannot be changed.
  const fixed = { owner: 'account', integrationId: 'int_1', secret: 'x', paused: true };
  for (const [method, path, body, named] of [
    ['POST', '/roll-secret', { overlapSeconds: -1 }, ['overlapSeconds']],
    ['POST', '/roll-secret', { overlapSeconds: 604_801 }, ['overlapSeconds']],
    ['POST', '/roll-secret', { overlapSeconds: 0.5, force: 1 }, ['force', 'overlapSeconds']],
    ['POST', '/resume', { discard: 'yes' }, ['discard']],
    ['PATCH', '', fixed, Object.keys(fixed).sort()],
  ] as const) {
    const answer = await call(method, `${PATH}/${id}${path}`, body);
    expect([answer.status, params(answer.body)], answer.text).toEqual([422, named]);
  }
  expect(await service().list(PATH)).toHaveLength(1);
  expect((await call('GET', `${PATH}/${id}`)).body).toEqual(before.body);
});
