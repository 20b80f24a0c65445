import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Connection } from '../../../src/service/http/listen.js';
import { clientFinder } from '../../../src/service/login/serve-login.js';

const TRUSTED = ['10.0.0.0/8', '192.0.2.1', 'fd00::/8'];

async function clientAt(peer: string | undefined, forwarded?: string, trusted = TRUSTED) {
  const find = clientFinder(trusted);
  const app = new Hono<{ Bindings: Connection }>().get('/', (c) => c.text(find(c)));
  const headers: Record<string, string> =
    forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.request('/', { headers }, { peer })).text();
}

it.each([
  ['203.0.113.7', undefined, '203.0.113.7'],
  ['::ffff:203.0.113.7', undefined, '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::'],
  ['2001:db8:1:2::1', undefined, '2001:db8:1:2::'],
  ['2001:db8:1:3::1', undefined, '2001:db8:1:3::'],
  ['fe80::1%eth0', undefined, 'fe80::'],
  // Not a proxy.
  ['203.0.113.7', '203.0.113.8', '203.0.113.7'],
  ['192.0.2.2', '203.0.113.8', '192.0.2.2'],
  ['2001:db8::1', '203.0.113.8', '2001:db8::'],
  // A proxy.
  ['10.1.2.3', '203.0.113.8', '203.0.113.8'],
  ['::ffff:10.1.2.3', '203.0.113.8', '203.0.113.8'],
  ['fd00::1', '203.0.113.8', '203.0.113.8'],
  ['10.1.2.3', '198.51.100.1, 203.0.113.8', '203.0.113.8'],
  ['10.1.2.3', '10.9.9.9, 203.0.113.8', '203.0.113.8'],
  ['10.1.2.3', '::ffff:203.0.113.8', '203.0.113.8'],
  ['10.1.2.3', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['10.1.2.3', '203.0.113.8:4711', '203.0.113.8'],
  ['10.1.2.3', '[2001:db8:1:2::1]:4711', '2001:db8:1:2::'],
  ['10.1.2.3', '[2001:db8:1:2::1]', '2001:db8:1:2::'],
  // A proxy behind a proxy.
  ['10.1.2.3', '198.51.100.1, 203.0.113.8, 192.0.2.1, fd00::9', '203.0.113.8'],
  // The client is in the proxies' network.
  ['10.1.2.3', '10.4.5.6', '10.4.5.6'],
  ['10.1.2.3', undefined, '10.1.2.3'],
  // An invalid address ends the search.
  ['10.1.2.3', '203.0.113.8, unknown', '10.1.2.3'],
  ['10.1.2.3', '203.0.113.8, unknown, 10.4.5.6', '10.4.5.6'],
  ['10.1.2.3', '203.0.113.8,', '10.1.2.3'],
  ['10.1.2.3', '0x7f.1', '10.1.2.3'],
  // Without a socket.
  [undefined, '203.0.113.8', ''],
])('%s with X-Forwarded-For %s is the client %s', async (peer, forwarded, client) => {
  expect(await clientAt(peer, forwarded)).toBe(client);
});

it('trusts no proxy by default', async () => {
  expect(await clientAt('127.0.0.1', '203.0.113.8', [])).toBe('127.0.0.1');
});

it.each([
  '',
  'proxy.example',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0/8',
  'fd00::/129',
  '10.0.0.0/8/8',
])('refuses %j', (entry) => {
  expect(() => clientFinder([entry])).toThrow(
    new TypeError(`trustProxy: "${entry}" is not a network such as 10.0.0.0/8 or fd00::/8.`),
  );
});
