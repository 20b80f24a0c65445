import { describe, expect, it, vi } from 'vitest';
import { startPeer } from './support/peer.js';
import { postTo, requestTo, startSender } from './support/post-to.js';
import { selfSigned, startTlsPeer } from './support/tls-peer.js';

describe.skipIf(!selfSigned)('TLS (needs openssl for a certificate)', () => {
  it('refuses an untrusted certificate, before it sends anything', async () => {
    const peer = await startTlsPeer();
    const { error } = await postTo(`https://localhost:${peer.port}/`);
    expect(error).toEqual({
      code: 'tls_failed',
      message: expect.stringMatching(
        /^The TLS handshake failed: self-signed certificate\. .* NODE_EXTRA_CA_CERTS /,
      ),
    });
    expect(peer.requests).toEqual([]);
  });

  it('asks for the name of the URL, also when the address is vetted', async () => {
    const peer = await startTlsPeer();
    const sender = startSender({}, { lookup: async () => ['127.0.0.1'] });
    await sender.send(requestTo(`https://a.test.:${peer.port}/`));
    await sender.send(requestTo(`https://127.0.0.1:${peer.port}/`));
    expect(peer.serverNames).toEqual(['a.test']);
  });

  it('sends the request over HTTP/1.1', async () => {
    // Node offers no other way to trust a certificate within a running process.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      const peer = await startTlsPeer();
      const { response } = await postTo(`https://localhost:${peer.port}/`);
      expect(response).toMatchObject({ status: 200, body: 'ok' });
      expect(peer.requests.join('')).toMatch(
        /^http\/1\.1 POST \/ HTTP\/1\.1\r\nHost: localhost:\d+\r\n/,
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('a peer of an https URL', () => {
  it('that speaks plain HTTP is a TLS failure', async () => {
    const peer = await startPeer({
      onConnection: (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
    });
    expect((await postTo(peer.url.replace('http:', 'https:'))).error?.code).toBe('tls_failed');
  });

  it('that resets within the handshake is a reset', async () => {
    const peer = await startPeer({
      onConnection: (socket) => socket.once('data', () => socket.resetAndDestroy()),
    });
    expect((await postTo(peer.url.replace('http:', 'https:'))).error?.code).toBe(
      'connection_reset',
    );
  });

  it('that ends within the handshake is a reset', async () => {
    const peer = await startPeer({
      onConnection: (socket) => socket.once('data', () => socket.end()),
    });
    expect((await postTo(peer.url.replace('http:', 'https:'))).error?.code).toBe(
      'connection_reset',
    );
  });
});
