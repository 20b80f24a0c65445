import { readLink } from 'screening-webhooks-delivery-input';
import { expect, test } from 'vitest';
import { type Attempt, checkLinkOf } from '../../src/pages/deliveries/delivery.js';

const attempt: Attempt = {
  id: 'att_1',
  number: 1,
  trigger: 'scheduled',
  state: 'failed',
  url: 'http://127.0.0.1:3000/',
  requestHeaders: { 'content-type': 'application/json', 'Service-Signature': 't=1,v1=ab' },
  signedAt: '2026-11-22T19:00:00.250Z',
  startedAt: '2026-11-22T19:00:00.000Z',
  fault: null,
  durationMs: 1,
  responseStatus: 401,
  responseHeaders: {},
  responseBody: '',
  error: { code: 'status_401', message: 'Refused.' },
};
const requestBody = '{"name":"Zoë\u2028王 #&+% \\u0000"}\r\n';

test('a failed attempt is linked with what was sent, byte by byte, and when', () => {
  const link = checkLinkOf({ requestBody, attempts: [attempt] });
  const { pathname, search, hash } = new URL(String(link), 'http://localhost');
  expect([pathname, search]).toEqual(['/check', '']);
  expect(readLink(hash)).toEqual({
    headers: [
      ['content-type', 'application/json'],
      ['Service-Signature', 't=1,v1=ab'],
    ],
    body: new TextEncoder().encode(requestBody),
    arrivedAt: Date.parse('2026-11-22T19:00:00.250Z'),
  });
});

test('the attempt that decides is linked, not the repeat of a fault after it', () => {
  const repeat: Attempt = { ...attempt, number: 2, trigger: 'fault', state: 'succeeded' };
  expect(checkLinkOf({ requestBody, attempts: [attempt, repeat] })).toBeDefined();
});

test.each<[string, readonly Attempt[]]>([
  ['is none', []],
  ['succeeded', [attempt, { ...attempt, state: 'succeeded' }]],
  ['still runs', [attempt, { ...attempt, state: 'started' }]],
  ['was changed by a fault', [attempt, { ...attempt, fault: 'body_changed' }]],
])('there is no link when the latest attempt %s', (_what, attempts) =>
  expect(checkLinkOf({ requestBody, attempts })).toBeUndefined(),
);

test('there is no link for a body that no address takes', () => {
  const long = `{"text":"${'a'.repeat(50_000)}"}`;
  expect(checkLinkOf({ requestBody: long, attempts: [attempt] })).toBeUndefined();
});
