import { describe, expect, it } from 'vitest';
import { createGuard } from '../../../src/service/outbound/guard.js';
import { resolveTarget } from '../../../src/service/outbound/resolve-target.js';
import { createSender, type SendResult } from '../../../src/service/outbound/send.js';
import { parseTarget } from '../../../src/service/outbound/target.js';
import { answering } from './support/dns.js';
import { type Peer, peerAnswering } from './support/peer.js';
import { noPermissions, requestTo, startSender } from './support/post-to.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

const at = (host: string, peer: Peer): string => `http://${host}:${peer.port}/`;
const outcome = ({ response, error }: SendResult): number | string | undefined =>
  response?.status ?? error?.code;

describe('a host name', () => {
  it('is connected to at the address that was vetted, and stays the Host', async () => {
    const peer = await peerAnswering(OK);
    const dns = answering(['127.0.0.1'], ['169.254.169.254']);
    const sender = startSender({}, dns);
    expect(outcome(await sender.send(requestTo(at('a.test', peer))))).toBe(200);
    expect(peer.requests[0]).toContain(`\r\nHost: a.test:${peer.port}\r\n`);
    expect(dns.asked).toEqual(['a.test']);
  });

  it('is resolved anew for each request, and refused once it has moved', async () => {
    const peer = await peerAnswering(OK);
    const dns = answering(['127.0.0.1'], ['10.0.0.1']);
    const sender = startSender({}, dns);
    expect(outcome(await sender.send(requestTo(at('a.test', peer))))).toBe(200);
    expect(outcome(await sender.send(requestTo(at('a.test', peer))))).toBe('address_blocked');
    expect(peer.sockets).toHaveLength(1);
  });

  it.each([
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::ffff:169.254.169.254'],
    ['fe80::1%eth0'],
    ['fd00:ec2::254'],
    ['0.0.0.0'],
    ['not an address'],
    [''],
  ])('is refused for one bad answer among good ones: %s', async (bad) => {
    const peer = await peerAnswering(OK);
    for (const addresses of [
      [bad, '127.0.0.1'],
      ['127.0.0.1', '::1', bad],
    ]) {
      const sender = startSender({}, answering(addresses));
      expect(outcome(await sender.send(requestTo(at('a.test', peer))))).toBe('address_blocked');
    }
    expect(peer.sockets).toHaveLength(0);
  });

  it('is tried at its next address when the first refuses the connection', async () => {
    const peer = await peerAnswering(OK);
    const sender = startSender({}, answering(['127.0.0.2', '127.0.0.3', '127.0.0.1']));
    expect(outcome(await sender.send(requestTo(at('a.test', peer))))).toBe(200);
  });

  it('that is private says which --allow-net opens it', async () => {
    const url = 'http://host.docker.internal:3000/';
    const sender = startSender({}, answering(['192.168.65.254']));
    expect((await sender.send(requestTo(url))).error).toEqual({
      code: 'address_blocked',
      message:
        'host.docker.internal resolves to 192.168.65.254, a private address. Pass --allow-net host.docker.internal to allow it.',
    });
  });

  it.each([
    [['a.test'], true],
    [['A.TEST.'], true],
    [['10.255.0.0/16', 'fd12::/16'], true],
    [['10.255.0.0/16'], false],
    [['b.test'], false],
    [['test'], false],
    [[], false],
  ])('with private addresses and --allow-net %j is open: %s', async (allowNet, isOpen) => {
    const parsed = parseTarget('http://a.test/');
    if ('problem' in parsed) throw new Error(parsed.problem);
    const addresses = ['10.255.0.1', 'fd12::1', '127.0.0.1', '8.8.8.8'];
    const guard = createGuard({ allowNet, ownPorts: [] });
    const resolving = resolveTarget(parsed.target, guard, async () => addresses);
    if (isOpen) expect(await resolving).toEqual(addresses);
    else await expect(resolving).rejects.toMatchObject({ code: 'address_blocked' });
  });

  it('with --allow-net never opens a metadata address', async () => {
    const sender = startSender(
      { allowNet: ['a.test', '0.0.0.0/0', '::/0'] },
      answering(['169.254.169.254']),
    );
    const { error } = await sender.send(requestTo('http://a.test/'));
    expect(error).toEqual({
      code: 'address_blocked',
      message:
        'a.test resolves to 169.254.169.254, a link-local address. Deliveries never go there.',
    });
  });

  it.each<[string, () => Promise<string[]>]>([
    ['has no address', async () => []],
    ['does not exist', () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))],
    ['makes the resolver throw a string', () => Promise.reject('no')],
    [
      'makes the resolver throw at once',
      () => {
        throw new Error('no');
      },
    ],
  ])('%s', async (_name, lookup) => {
    const sender = startSender({}, { lookup });
    expect(outcome(await sender.send(requestTo('http://a.test/')))).toBe('dns_failed');
  });

  it('is resolved by the operating system', async () => {
    const sender = createSender(noPermissions);
    expect(outcome(await sender.send(requestTo('http://does-not-exist.invalid/')))).toBe(
      'dns_failed',
    );
  });
});

describe('an address', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://2852039166/',
    'http://0xa9.0xfe.0251.254/',
    'http://10.0.0.1/',
    'http://0/',
    'http://[::]/',
    'http://[fe80::1]/',
    'http://224.0.0.1/',
  ])('is refused without a lookup: %s', async (url) => {
    const dns = answering(['127.0.0.1']);
    const { error } = await startSender({}, dns).send(requestTo(url));
    expect(error?.code).toBe('address_blocked');
    expect(dns.asked).toEqual([]);
  });

  it.each(['127.0.0.1', '127.1', '2130706433', '0x7f000001', '[::ffff:127.0.0.1]'])(
    'of loopback is reached: %s',
    async (host) => {
      const peer = await peerAnswering(OK);
      expect(outcome(await startSender().send(requestTo(at(host, peer))))).toBe(200);
    },
  );
});
