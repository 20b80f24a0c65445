import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { recordingTerminal } from 'screening-webhooks-terminal';
import { rawExchange } from 'screening-webhooks-test-support/serve';
import { describe, expect, it } from 'vitest';
import { capture } from '../support/captures.js';
import { expressApp, recordingApp, serveReceiver } from '../support/receivers.js';
import { jsonLines, runCli, stillHost } from '../support/run-cli.js';
import { scratch } from '../support/scratch.js';

const post = (url: string, body: string | Uint8Array<ArrayBuffer>, headers = {}) =>
  fetch(url, { method: 'POST', body, headers });

describe('with a target', () => {
  it('forwards the exact bytes and headers, and returns the exact answer', async () => {
    const { seen, app } = recordingApp(418, { 'X-Two': ['a', 'b'] }, '{"outcome":"teapot"}');
    const target = await serveReceiver(app);
    const { url, lines } = await capture('--forward-to', new URL('/', target).href);
    const body = Uint8Array.of(0xef, 0xbb, 0xbf, 0x00, 0xff, 0x0d, 0x0a);
    const answer = await post(`${url}/hooks?a=%20b`, body, { 'X-Odd': 'é' });
    expect(answer.status).toBe(418);
    expect(answer.headers.get('x-two')).toBe('a, b');
    expect(await answer.text()).toBe('{"outcome":"teapot"}');
    expect([seen[0]?.path, [...(seen[0]?.body ?? [])]]).toEqual(['/hooks?a=%20b', [...body]]);
    expect(seen[0]?.header('x-odd')).toBe('é');
    expect(seen[0]?.header('host')).toBe(new URL(target).host);
    expect(lines()).toMatchObject([
      {
        version: 1,
        method: 'POST',
        path: '/hooks?a=%20b',
        body: Buffer.from(body).toString('base64'),
        status: 418,
      },
    ]);
  });

  it('records each delivery before it returns the target’s 2xx', async () => {
    const target = await serveReceiver(expressApp());
    const { url, lines, stop } = await capture('--forward-to', target);
    const args = ['trigger', 'report.completed', '--to', `${url}/anything`];
    const printed = await runCli([...args, '--count', '5', '--concurrency', '5', '--json']);
    expect(jsonLines(printed).at(-1)).toMatchObject({ summary: { asExpected: 5 } });
    expect(lines()).toHaveLength(5);
    expect(lines()[0]).toMatchObject({ status: 200, event: { type: 'report.completed' } });
    const stopped = await stop();
    expect(jsonLines(stopped).at(-1)).toEqual({ summary: { recorded: 5, acked: 5 } });
    expect(stopped.exit).toBe(0);
  });

  it('records the code with which a receiver has refused it', async () => {
    const target = await serveReceiver(expressApp());
    const { url, lines } = await capture('--forward-to', target);
    const headers = { 'content-type': 'application/json', 'service-signature': 't=1,v1=00' };
    await fetch(url, { method: 'POST', headers, body: '{}' });
    expect(lines()).toMatchObject([{ status: 400, code: 'signature_missing' }]);
  });

  it('answers 502 when the target is down and 504 when it is too slow, and records both', async () => {
    const down = await capture('--forward-to', 'http://127.0.0.1:9/');
    expect((await post(down.url, '{}')).status).toBe(502);
    expect(down.lines()).toMatchObject([{ status: 502 }]);
    const silent = await serveReceiver(() => {});
    const slow = await capture('--forward-to', silent, '--timeout', '0.05');
    expect((await post(slow.url, '{}')).status).toBe(504);
    expect(slow.lines()).toMatchObject([{ status: 504 }]);
  });

  it('sends a path that looks like another host to the target', async () => {
    const { seen, app } = recordingApp();
    const target = await serveReceiver(app);
    const { url } = await capture('--forward-to', new URL('/', target).href);
    const { port } = new URL(url);
    await rawExchange(Number(port), [
      'POST //example.com/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
    ]);
    expect(seen[0]?.path).toBe('//example.com/x');
  });
});

it('returns an answer without a body', async () => {
  const target = await serveReceiver(recordingApp(204).app);
  const { url, lines } = await capture('--forward-to', target);
  const answer = await post(url, '{}');
  expect([answer.status, answer.headers.get('content-length')]).toEqual([204, null]);
  expect(lines()).toMatchObject([{ status: 204 }]);
});

it('prints what each delivery was answered, in the width of the terminal, in colours too', async () => {
  const shown = async (colors: boolean) => {
    const file = scratch().file('c.jsonl');
    const terminal = recordingTerminal({ columns: 60, colors });
    const forwardTo = await serveReceiver(expressApp());
    const args = ['capture', '--port', '0', '--out', file, '--forward-to', forwardTo];
    const running = runCli(args, stillHost(), terminal);
    await terminal.untilPrinted('Ctrl-C');
    const [, url = ''] = /Listening on (\S+)/.exec(terminal.printed().out) ?? [];
    await runCli(['trigger', 'report.completed', '--to', url]);
    await post(url, 'x', { 'Content-Type': 'application/json' });
    terminal.interrupt();
    const { out } = await running;
    return out.replaceAll(file, 'c.jsonl').replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:3000');
  };
  const plain = await shown(false);
  expect(plain).toContain('1  POST / report.completed evt_0001\n   200 processed: ');
  expect(plain).toContain('2  POST / 1 bytes\n   400 signature_header_missing: ');
  expect(plain).toMatch(/\n2 recorded in c\.jsonl, 1 acked\.\n$/);
  for (const line of plain.split('\n')) expect(line.length, line).toBeLessThanOrEqual(60);
  const coloured = await shown(true);
  expect(coloured).toContain('\u001b[32m200 processed');
  expect(coloured).toContain('\u001b[31m400 signature_header_missing');
  expect(stripVTControlCharacters(coloured)).toBe(plain);
});

it('answers 503 without a target, and does not record a delivery that the sender cut off', async () => {
  const { url, lines } = await capture();
  const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{';
  await rawExchange(Number(new URL(url).port), [head], { until: 'sent' });
  expect((await post(url, '{}')).status).toBe(503);
  expect(lines()).toMatchObject([{ status: 503, path: '/' }]);
});

it('listens on 127.0.0.1 only', async () => {
  const { url } = await capture();
  const { port, hostname } = new URL(url);
  expect(hostname).toBe('127.0.0.1');
  // A server that listens on every address listens on this one too.
  await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow();
});

describe('a request', () => {
  const ask = async (url: string, line: string, ...headers: readonly string[]) => {
    const head = [
      `${line} HTTP/1.1`,
      ...headers,
      'Content-Length: 2',
      'Connection: close',
      '',
      '{}',
    ];
    const { answer } = await rawExchange(Number(new URL(url).port), [head.join('\r\n')]);
    return answer.split(' ')[1];
  };

  it.each([
    ['in absolute form', 'POST http://localhost:1/hooks?a=1', '/hooks?a=1'],
    ['in absolute form, without a path', 'POST http://localhost', '/'],
    ['in absolute form, with a query alone', 'POST http://localhost?a=1', '/?a=1'],
    ['in absolute form, whose authority counts', 'POST http://127.0.0.1:5/hooks', '/hooks'],
  ])('%s is forwarded and recorded by its path', async (_name, line, path) => {
    const { seen, app } = recordingApp();
    const { url, file, lines } = await capture(
      '--forward-to',
      new URL('/', await serveReceiver(app)).href,
    );
    expect(await ask(url, line, 'Host: elsewhere.example')).toBe('200');
    expect([seen[0]?.path, lines()]).toMatchObject([path, [{ path }]]);
    // `replay` can send the recorded delivery again.
    const target = await serveReceiver(recordingApp().app);
    expect((await runCli(['replay', file, '--to', target])).exit).toBe(0);
  });

  it.each([
    ['400', 'without a path', 'OPTIONS *', ['Host: localhost']],
    ['400', 'with a method that no reader takes', 'M-SEARCH /', ['Host: localhost']],
    ['421', 'for another host', 'POST /', ['Host: evil.example']],
    ['421', 'for another host that begins alike', 'POST /', ['Host: localhost.evil.example']],
    ['421', 'whose target names another host', 'POST http://evil.example/', ['Host: localhost']],
    ['403', 'of a page', 'POST /', ['Host: localhost', 'Origin: http://evil.example']],
    ['403', 'of a page without an origin', 'POST /', ['Host: localhost', 'Origin: null']],
  ])('is answered %s and not forwarded: %s', async (status, _name, line, headers) => {
    const { seen, app } = recordingApp();
    const { url, file } = await capture('--forward-to', await serveReceiver(app));
    expect(await ask(url, line, ...headers)).toBe(status);
    expect([seen, readFileSync(file, 'utf8')]).toEqual([[], '']);
  });

  it('for a host that a proxy sends is recorded, when it is named, and else the refusal is told', async () => {
    const allowed = ['--allow-host', 'Hooks.example', '--allow-host', 'b.example:8080'];
    const { url, lines, stop } = await capture(...allowed);
    for (const host of ['hooks.example', 'HOOKS.EXAMPLE:443', 'b.example:8080', '[::1]:9']) {
      expect(await ask(url, 'POST /', `Host: ${host}`), host).toBe('503');
    }
    expect(await ask(url, 'POST /', 'Host: b.example')).toBe('421');
    expect(lines()).toHaveLength(4);
    expect((await stop()).err).toContain('421 not recorded: the host b.example needs --allow-host');
  });
});
