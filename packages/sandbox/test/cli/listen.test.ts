import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReceiver } from '@screening-webhooks/core';
import { listener } from '@screening-webhooks/core/node';
import { serve } from 'screening-webhooks-test-support/serve';
import { expect, it, onTestFinished } from 'vitest';
import { startScriptedReceiver } from '../support/scripted-receiver.js';
import { sharedService } from '../support/service.js';
import { hostWith, jsonLines, startCommand, succeed } from './support/run-command.js';

const service = sharedService();
const TYPE = 'document_verification.completed';

it('delivers to a receiver that verifies, and Ctrl-C deletes the endpoint', async () => {
  const host = hostWith(service().description);
  const seen: string[] = [];
  let receive = createServer();
  const { port } = await serve((req, res) => receive.emit('request', req, res));

  const url = `http://localhost:${port}/hooks`;
  const listening = startCommand(['listen', '--forward-to', url], host);
  await listening.terminal.untilPrinted('endpoint ');
  const [, secret = ''] = /^signing secret {2}(\S+)$/m.exec(listening.terminal.printed().out) ?? [];
  const receiver = createReceiver({
    secret,
    observe: false,
    handlers: { [TYPE]: ({ data }) => void seen.push(data.externalId) },
  });
  receive = createServer(listener(receiver, { path: '/hooks' }));

  await succeed(host, 'trigger', TYPE, '--external-id', 'c1', '--fault', 'bad_signature');
  await succeed(host, 'clock', 'settle');
  await listening.terminal.untilPrinted('#1 ');
  expect(seen).toEqual([]);
  await succeed(host, 'clock', 'advance', '1m');
  await listening.terminal.untilPrinted('#2 ');
  expect(seen).toEqual(['c1']);
  const { out, exit } = await listening.stop();
  expect(out).toMatch(
    /T00:00:00\.000Z {2}document_verification\.completed {2}c1 {2}dlv_\w+ {2}#1 401 in \d+ ms {2}fault bad_signature: The receiver answered 401, .* It said: .*signature_mismatch/,
  );
  expect(out).toMatch(/T00:01:00\.000Z .* c1 .* #2 200 in \d+ ms\n$/);
  expect(exit).toBe(0);
  expect((await succeed(host, 'endpoints', 'list')).out).toBe('There are no endpoints.\n');
});

it('prints a line of JSON for each attempt, those that a fault adds included', async () => {
  const host = hostWith(service().description);
  const { url, answers } = await startScriptedReceiver();
  const listening = startCommand(['listen', '--json', '--forward-to', url], host);
  await listening.terminal.untilPrinted('"listening"');
  answers.push(500, 200, 'hang up');
  await succeed(host, 'trigger', TYPE, '--fault', 'duplicate');
  await succeed(host, 'clock', 'drain');
  await listening.terminal.untilPrinted('"attempt":4');
  const [opening, ...lines] = jsonLines(await listening.stop());
  expect(opening).toMatchObject({ endpoint: { url, secret: expect.stringMatching(/^whsec_/) } });
  expect(lines).toMatchObject([
    { attempt: 1, status: 500, fault: 'duplicate', nextAttemptAt: '2026-01-01T00:01:00.000Z' },
    { attempt: 2, status: 200, trigger: 'fault' },
    { attempt: 3, status: null, error: { message: expect.any(String) } },
    { attempt: 4, status: 200, state: 'succeeded', nextAttemptAt: null },
  ]);
});

it('without a URL, shows the attempts of every endpoint, of the types that are asked for', async () => {
  const host = hostWith(service().description);
  const { url, answers } = await startScriptedReceiver();
  await succeed(host, 'endpoints', 'create', url);
  await succeed(host, 'endpoints', 'create', url);
  const failed = 'document_verification.failed';
  const listening = startCommand(['listen', '--json', '--events', failed], host);
  await listening.terminal.untilPrinted('"listening"');
  await succeed(host, 'trigger', TYPE);
  await succeed(host, 'clock', 'settle');
  answers.push(500);
  await succeed(host, 'trigger', failed, '--external-id', 'c2');
  await succeed(host, 'clock', 'settle');
  // The delivery that failed is held. No attempt has ended with that.
  const retrying = ['--status', 'retrying', '--json'];
  const [delivery] = jsonLines(await succeed(host, 'deliveries', 'list', ...retrying));
  await succeed(host, 'endpoints', 'pause', String(delivery?.['endpointId']));
  await succeed(host, 'trigger', failed, '--external-id', 'c3');
  await succeed(host, 'clock', 'settle');
  await listening.terminal.untilPrinted('c3');
  const [, ...lines] = jsonLines(await listening.stop());
  expect(lines.map(({ eventType, subject }) => [eventType, subject])).toEqual([
    [failed, 'c2'],
    [failed, 'c2'],
    [failed, 'c3'],
  ]);
  expect(jsonLines(await succeed(host, 'endpoints', 'list', '--json'))).toHaveLength(2);
});

/** A way to the service that can be cut. */
async function startProxy(target: string) {
  const lastEventIds: unknown[] = [];
  let cut = false;
  const server = createServer((req, res) => {
    if (cut) return req.socket.destroy();
    if (req.url?.includes('/stream')) lastEventIds.push(req.headers['last-event-id']);
    const { method = 'GET', headers } = req;
    const onward = httpRequest(`${target}${req.url}`, { method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.headers);
      res.flushHeaders();
      answer.pipe(res);
    });
    onward.on('error', () => res.destroy());
    res.on('close', () => onward.destroy());
    return req.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    lastEventIds,
    cut() {
      cut = true;
      server.closeAllConnections();
    },
    mend() {
      cut = false;
    },
  };
}

it('goes on after the last change when the connection breaks', async () => {
  const { description } = service();
  const host = hostWith(description);
  const proxy = await startProxy(description.url);
  const { url } = await startScriptedReceiver();
  const far = hostWith({ ...description, url: proxy.url });
  const listening = startCommand(['listen', '--forward-to', url], far);
  await listening.terminal.untilPrinted('endpoint ');
  await succeed(host, 'trigger', TYPE, '--external-id', 'before');
  await succeed(host, 'clock', 'settle');
  await listening.terminal.untilPrinted('before');
  proxy.cut();
  await succeed(host, 'trigger', TYPE, '--external-id', 'meanwhile');
  await succeed(host, 'clock', 'settle');
  proxy.mend();
  await listening.terminal.untilPrinted('meanwhile');
  expect((await listening.stop()).out.match(/#1 200/g)).toHaveLength(2);
  expect(proxy.lastEventIds.at(-1)).toMatch(/^\d+-\d+$/);
});

it('ends when the service has lost the endpoint', async () => {
  const { description } = service();
  const host = hostWith(description);
  const proxy = await startProxy(description.url);
  const far = hostWith({ ...description, url: proxy.url });
  const listening = startCommand(['listen', '--forward-to', 'http://localhost:9/'], far);
  await listening.terminal.untilPrinted('endpoint ');
  await succeed(host, 'reset');
  proxy.cut();
  proxy.mend();
  expect(await listening.ended()).toMatchObject({
    err: 'error: the service was started anew, without this endpoint. Run listen again.\n',
    exit: 1,
  });
});
