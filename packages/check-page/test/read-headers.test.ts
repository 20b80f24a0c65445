import { describe, expect, it } from 'vitest';
import { headerLines, readHeaders } from '../src/read-headers.js';

const signature = `t=1795230240,v1=${'ab'.repeat(32)}`;

describe('pasted headers', () => {
  it.each([
    ['the value alone', signature],
    ['the value with what a copy has around it', `\n  ${signature} \r\n`],
    ['a line', `Service-Signature: ${signature}`],
    ['a line of HTTP/2', `service-signature:${signature}`],
    [
      'a request as it was sent',
      `POST /webhooks HTTP/1.1\r\nHost: a\r\nService-Signature: ${signature}\r\n\r\n`,
    ],
    [
      'what curl -v prints',
      `> POST /webhooks HTTP/1.1\n> Host: a\n> Service-Signature: ${signature}\n>`,
    ],
    ['the headers of Node', JSON.stringify({ host: 'a', 'service-signature': signature })],
    ['an object over lines', JSON.stringify({ 'service-signature': [signature] }, null, 2)],
    [
      'pairs',
      JSON.stringify([
        ['Host', 'a'],
        ['Service-Signature', signature],
      ]),
    ],
  ])('are read from %s', (_what, text) => expect(readHeaders(text).signature).toBe(signature));

  it('are all kept, in their order', () => {
    const all = [
      ['Host', 'localhost:3000'],
      ['Content-Type', 'application/json'],
      ['X-Empty', ''],
    ] as const;
    expect(readHeaders(headerLines(all))).toEqual({ signature: undefined, all });
  });

  it('join a signature that was sent twice, as a server does', () => {
    expect(readHeaders('Service-Signature: a\nservice-signature: b').signature).toBe('a, b');
  });

  it('may be nothing', () => {
    expect(readHeaders(' \n')).toEqual({ signature: undefined, all: [] });
  });

  it.each(['{"a":1}', '[]', '{"a"', 'null', 'no header at all'])(
    'that are none, such as %s, are a wrong value',
    (text) =>
      expect(readHeaders(text)).toEqual({ signature: text, all: [['Service-Signature', text]] }),
  );
});
