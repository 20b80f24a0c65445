import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { newFolder } from 'screening-webhooks-test-support/run-folder';
import { onTestFinished } from 'vitest';

/** A self-signed certificate for `localhost`. `undefined` without openssl. */
export const selfSigned = createSelfSigned();

function createSelfSigned(): { key: Buffer; cert: Buffer } | undefined {
  const folder = newFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = [
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-days',
    '2',
  ];
  try {
    execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } catch {
    return undefined;
  }
}

/** Starts a TLS server that answers every request with 200, for the duration of a test. */
export async function startTlsPeer(): Promise<{
  readonly port: number;
  /** The server names that clients asked for. */
  readonly serverNames: readonly string[];
  readonly requests: readonly string[];
}> {
  const serverNames: string[] = [];
  const requests: string[] = [];
  const server = createServer({
    ...selfSigned,
    ALPNProtocols: ['h2', 'http/1.1'],
    SNICallback: (name, done) => {
      serverNames.push(name);
      done(null);
    },
  });
  server.on('tlsClientError', () => {});
  server.on('secureConnection', (socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      requests.push(`${socket.alpnProtocol} ${chunk.toString()}`);
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, serverNames, requests };
}
