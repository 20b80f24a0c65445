import { expect, test } from 'vitest';
import { nameOf, readCaptures } from '../src/read-captures.js';

const line = (change: object = {}): string =>
  JSON.stringify({
    version: 1,
    receivedAt: '2026-11-21T03:04:00.000Z',
    method: 'POST',
    path: '/webhooks/screening',
    headers: [['Service-Signature', 't=1,v1=ab']],
    body: Buffer.from([0xff, 0, 0x7b]).toString('base64'),
    status: 401,
    code: 'signature_mismatch',
    ...change,
  });

test('a capture has its deliveries with their exact bytes', () => {
  const found = readCaptures(`${line()}\n\n${line({ status: 200, code: undefined })}\r\n`);
  if (!found.ok) throw new Error(found.problem);
  expect(found.deliveries.map(({ body }) => [...body])).toEqual([
    [0xff, 0, 0x7b],
    [0xff, 0, 0x7b],
  ]);
  expect(found.deliveries.map(nameOf)).toEqual([
    '1: 2026-11-21T03:04:00.000Z, answered 401 signature_mismatch',
    '2: 2026-11-21T03:04:00.000Z, answered 200',
  ]);
});

test.each([
  ['\n', 'It has no captured delivery.'],
  ['curl', 'Line 1 is not a captured delivery: it is not JSON.'],
  ['[]', 'Line 1 is not a captured delivery: it is not a JSON object.'],
  [`${line()}\n{}`, 'Line 2 is not a captured delivery: its version is not 1.'],
  [line({ body: '{}' }), 'Line 1 is not a captured delivery: body is not valid base64.'],
  [
    line({ headers: [['a b', '']] }),
    'Line 1 is not a captured delivery: headers is not a list of [name, value] pairs.',
  ],
])('%j is not a capture', (text, problem) =>
  expect(readCaptures(text)).toEqual({ ok: false, problem }),
);
