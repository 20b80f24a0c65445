import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { classifyAddress } from '../../../src/service/outbound/classify-address.js';
import type { AddressPolicy } from '../../../src/service/outbound/guard.js';
import type { SendResult } from '../../../src/service/outbound/send.js';
import { answering } from './support/dns.js';
import { hasIPv6, type Peer, peerAnswering } from './support/peer.js';
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
    const { error } = await sender.send(requestTo('http://localhost:1/'));
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

  const ofInterfaces = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address);
  const allowNet = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];

  it('are refused on the addresses of the network interfaces', async () => {
    const sender = startSender({ allowNet, ownPorts: [4010] });
    for (const address of ofInterfaces) {
      const host = address.includes(':') ? `[${address}]` : address;
      const { error } = await sender.send(requestTo(`http://${host}:4010/v1/candidates`));
      expect(error?.code).toBe('address_blocked');
    }
  });

  const reachable = ofInterfaces.filter((address) => classifyAddress(address).kind !== 'refused');
  it.skipIf(reachable.length === 0)('are allowed there for paths under /sink/', async () => {
    for (const address of reachable) {
      const peer = await peerAnswering(OK, { host: address });
      const sender = startSender({ allowNet, ownPorts: [peer.port] }, answering([address]));
      for (const base of [peer.url, at('a.test', peer)]) {
        const { error } = await sender.send(requestTo(`${base}v1/candidates`));
        expect(error?.message).toContain("is the service's own");
        expect(outcome(await sender.send(requestTo(`${base}sink/a`)))).toBe(200);
      }
      expect(peer.requests).toHaveLength(2);
    }
  });
});

describe('the public URL', () => {
  it('is refused wherever it resolves to: a proxy leads back', async () => {
    const peer = await peerAnswering(OK);
    const dns = answering(['127.0.0.1'], ['93.184.216.34'], ['10.0.0.1']);
    const publicUrl = `http://screening.test:${peer.port}`;
    const sender = startSender({ publicUrl, ownPorts: [4010], allowNet: ['10.0.0.0/8'] }, dns);
    for (const host of ['screening.test', 'SCREENING.test.', 'screening.test']) {
      const { error } = await sender.send(requestTo(`http://${host}:${peer.port}/v1/candidates`));
      expect(error).toEqual({
        code: 'address_blocked',
        message: expect.stringContaining("is the service's own"),
      });
    }
    expect(dns.asked).toHaveLength(3);
    expect(peer.sockets).toHaveLength(0);
  });

  it('is allowed for paths under /sink/, as are other ports and names of its machine', async () => {
    const peer = await peerAnswering(OK);
    const { port } = peer;
    const allowed = [
      [`http://screening.test:${port}`, 'screening.test', '/sink/a'],
      ['https://screening.test', 'screening.test', '/hooks'],
      [`http://screening.test:${port}`, 'app.test', '/hooks'],
    ];
    for (const [publicUrl, host, path] of allowed) {
      const sender = startSender({ publicUrl, ownPorts: [4010] }, answering(['127.0.0.1']));
      expect(outcome(await sender.send(requestTo(`http://${host}:${port}${path}`)))).toBe(200);
    }
  });
});

describe('where others use the service', () => {
  const send = async (
    url: (peer: Peer) => string,
    policy: (peer: Peer) => Partial<AddressPolicy> = () => ({}),
    addresses = ['127.0.0.1'],
  ) => {
    const peer = await peerAnswering(OK);
    const sender = startSender({ isForOthers: true, ...policy(peer) }, answering(addresses));
    const result = await sender.send(requestTo(url(peer)));
    return { outcome: outcome(result), message: result.error?.message, sent: peer.sockets.length };
  };

  it.each(['127.0.0.1', 'localhost', '[::1]', 'a.test'])(
    'refuses a receiver on loopback as it connects: %s',
    async (host) => {
      expect(await send((peer) => at(host, peer))).toEqual({
        outcome: 'address_blocked',
        message: expect.stringMatching(/, a loopback address\. |is a loopback address\. /),
        sent: 0,
      });
    },
  );

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['localhost', 'localhost'],
    ['a.test', 'a.test'],
    ['a.test', '127.0.0.0/8'],
  ])('reaches %s with --allow-net %s', async (host, allowed) => {
    const { outcome: status } = await send(
      (peer) => at(host, peer),
      () => ({ allowNet: [allowed] }),
    );
    expect(status).toBe(200);
  });

  it('refuses http to a public address that no --allow-net names', async () => {
    const { message } = await send((peer) => at('a.test', peer), undefined, ['93.184.216.34']);
    expect(message).toBe(
      'http reaches only what --allow-net names. Pass --allow-net a.test to allow it.',
    );
  });

  it("reaches the service's own sinks, wherever its public URL resolves to", async () => {
    const sink = (host: string) => (peer: Peer) => `${at(host, peer)}sink/a`;
    const own = await send(sink('localhost'), ({ port }) => ({ ownPorts: [port] }));
    expect(own.outcome).toBe(200);
    const open = await send(sink('screening.test'), ({ port }) => ({
      publicUrl: `http://screening.test:${port}`,
    }));
    expect(open.outcome).toBe(200);
  });
});
