import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { SendResult } from '../../src/outbound/send.js';
import { answering } from './support/dns.js';
import { freePort, hasIPv6, type Peer, peerAnswering } from './support/peer.js';
import { requestTo, startSender } from './support/post-to.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

const at = (host: string, peer: Peer): string => `http://${host}:${peer.port}/`;
const outcome = ({ response, error }: SendResult): number | string | undefined =>
  response?.status ?? error?.code;

describe('localhost', () => {
  const noDns = {
    lookup: (): never => {
      throw new Error('DNS was asked');
    },
  };
  const names = ['localhost', 'LOCALHOST', 'localhost.', 'app.localhost', 'a.b.localhost.'];

  it.each(names)('reaches a receiver on 127.0.0.1 only: %s', async (host) => {
    const peer = await peerAnswering(OK, { host: '127.0.0.1' });
    const sender = startSender({}, noDns);
    expect(outcome(await sender.send(requestTo(at(host, peer))))).toBe(200);
    expect(peer.requests[0]).toContain(`\r\nHost: ${host.toLowerCase()}:`);
  });

  it.skipIf(!hasIPv6).each(names)('reaches a receiver on ::1 only: %s', async (host) => {
    const peer = await peerAnswering(OK, { host: '::1' });
    const sender = startSender({}, noDns);
    expect(outcome(await sender.send(requestTo(at(host, peer))))).toBe(200);
  });

  it('is refused when nothing listens on either', async () => {
    const sender = startSender({}, noDns);
    const { error } = await sender.send(requestTo(`http://localhost:${await freePort()}/`));
    expect(error?.code).toBe('connection_refused');
  });

  it('is a loopback address for names that DNS gives one', async () => {
    const peer = await peerAnswering(OK);
    const sender = startSender({}, answering(['127.0.0.1']));
    expect(outcome(await sender.send(requestTo(at('notlocalhost', peer))))).toBe(200);
  });
});

describe('the own ports', () => {
  it('are refused on loopback, however the host is written', async () => {
    const peer = await peerAnswering(OK);
    const sender = startSender({ ownPorts: [peer.port] }, answering(['127.0.0.1']));
    for (const host of ['localhost', '127.0.0.1', '127.1', '[::1]', 'a.test', '[::ffff:7f00:1]']) {
      const { error } = await sender.send(requestTo(`http://${host}:${peer.port}/v1/candidates`));
      expect(error).toEqual({
        code: 'address_blocked',
        message: expect.stringContaining("is the service's own"),
      });
    }
    expect(peer.sockets).toHaveLength(0);
  });

  it('are allowed for paths under /sink/', async () => {
    const peer = await peerAnswering(OK);
    const sender = startSender({ ownPorts: [peer.port] });
    expect(outcome(await sender.send(requestTo(`${peer.url}sink/a?status=500`)))).toBe(200);
    expect(peer.requests[0]).toMatch(/^POST \/sink\/a\?status=500 /);
  });

  it('are refused on the addresses of the network interfaces', async () => {
    const own = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
      .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
    const sender = startSender({
      allowNet: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
      ownPorts: [4010],
    });
    for (const host of own) {
      const { error } = await sender.send(requestTo(`http://${host}:4010/v1/candidates`));
      expect(error?.code).toBe('address_blocked');
    }
  });
});
