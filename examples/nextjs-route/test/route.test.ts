import { fixture, sign } from '@screening-webhooks/testing';
import { beforeEach, expect, test, vi } from 'vitest';
import { licenses } from '#licenses';
import * as route from '../src/app/webhooks/screening/route.js';

const SECRET = 'whsec_next';
const URL = 'https://shop.test/webhooks/screening';

/** The type that Next.js requires of an exported method. */
type RouteHandler = (
  request: Request,
  context: { readonly params: Promise<object> },
) => Promise<Response>;

const POST: RouteHandler = route.POST;

beforeEach(() => {
  vi.stubEnv('SCREENING_SECRET', SECRET);
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

/** Calls the route as Next.js does. Its path has no parameters. */
async function post(request: Request) {
  const response = await POST(request, { params: Promise.resolve({}) });
  return [response.status, await response.json()];
}

test.each([
  ['document_verification.completed', 'verified'],
  ['document_verification.recorded', 'in_review'],
  ['document_verification.failed', 'flagged'],
] as const)('%s: the license is %s', async (type, status) => {
  const event = fixture(type, { data: { externalId: type } });
  const { request } = await sign(event, { secret: SECRET });
  expect(await post(request(URL))).toEqual([200, { outcome: 'processed' }]);
  expect(await licenses.statusOf(type)).toBe(status);
});

test('a retried delivery is a duplicate', async () => {
  const event = fixture('document_verification.completed', { id: 'evt_twice' });
  const delivery = await sign(event, { secret: SECRET });
  expect(await post(delivery.request(URL))).toEqual([200, { outcome: 'processed' }]);
  const retry = await delivery.retry();
  expect(await post(retry.request(URL))).toEqual([200, { outcome: 'duplicate' }]);
});

test('a delivery that was changed in transit is refused', async () => {
  const event = fixture('document_verification.failed', { data: { externalId: 'forged' } });
  const delivery = await sign(event, { secret: SECRET });
  const refused = { outcome: 'rejected', code: 'signature_mismatch' };
  expect(await post(delivery.tampered().request(URL))).toEqual([401, refused]);
  expect(await licenses.statusOf('forged')).toBe('unverified');
});

test('SCREENING_SECRET is not set: 503, so the service delivers again, and the log says why', async () => {
  vi.stubEnv('SCREENING_SECRET', undefined);
  const event = fixture('document_verification.completed', { id: 'evt_unset' });
  const delivery = await sign(event, { secret: SECRET });
  expect(await post(delivery.request(URL))).toEqual([503, { outcome: 'unavailable' }]);
  expect(console.log).toHaveBeenCalledWith(
    'screening',
    undefined,
    expect.objectContaining({ error: new Error('SCREENING_SECRET is not set.') }),
  );
});

test('only POST is exported', () => {
  expect(Object.keys(route)).toEqual(['POST']);
});
