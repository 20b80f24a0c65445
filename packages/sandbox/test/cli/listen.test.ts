import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReceiver, verifySignature } from '@screening-webhooks/core';
import { listener } from '@screening-webhooks/core/node';
import { startBufferingProxy } from 'screening-webhooks-test-support/buffering-proxy';
import { serve } from 'screening-webhooks-test-support/serve';
import { until } from 'screening-webhooks-test-support/until';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Host } from '../../src/cli/host.js';
import { startScriptedReceiver } from '../support/scripted-receiver.js';
import { sharedService, startTestService } from '../support/service.js';
import {
  announceOn,
  hostWith,
  jsonLines,
  refused,
  startCommand,
  succeed,
} from './support/run-command.js';

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

it('prints a line of JSON for each attempt, including those that a fault adds', async () => {
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
  // The pause holds the failed delivery, but ends no attempt.
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

/** A proxy to the service that can be cut. */
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

it('continues after the last change when the connection breaks', async () => {
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

describe('the endpoint of listen', () => {
  const endpointsOf = async (host: Host) =>
    jsonLines(await succeed(host, 'endpoints', 'list', '--json'));
  const listenTo = async (url: string, host: Host, ...args: readonly string[]) => {
    const listening = startCommand(['listen', '--json', '--forward-to', url, ...args], host);
    await listening.terminal.untilPrinted('"listening"');
    const [{ endpoint } = {}] = jsonLines(listening.terminal.printed());
    return { ...listening, endpoint: Object(endpoint) };
  };
  const triggered = async (host: Host, type: string, externalId: string) => {
    await succeed(host, 'trigger', type, '--external-id', externalId);
    await succeed(host, 'clock', 'settle');
  };

  it('is one for all that listen to a URL, as long as one of them does', async () => {
    const host = hostWith(service().description);
    const { url, deliveries } = await startScriptedReceiver();
    const failed = 'document_verification.failed';
    const first = await listenTo(url, host, '--events', failed);
    const second = await listenTo(url.replace('127.0.0.1', 'localhost'), host, '--events', TYPE);
    expect(second.endpoint).toMatchObject({ id: first.endpoint.id, secret: first.endpoint.secret });
    expect(second.endpoint.eventTypes).toEqual([failed, TYPE]);
    await triggered(host, TYPE, 'c1');
    await triggered(host, failed, 'c2');
    await Promise.all([
      second.terminal.untilPrinted('"subject":"c1"'),
      first.terminal.untilPrinted('"subject":"c2"'),
    ]);
    expect(deliveries).toHaveLength(2);
    const { out } = await first.stop();
    expect(out).not.toContain('"subject":"c1"');
    await triggered(host, TYPE, 'c3');
    await second.terminal.untilPrinted('"subject":"c3"');
    expect(deliveries).toHaveLength(3);
    await second.stop();
    expect(await endpointsOf(host)).toEqual([]);
  });

  it('is the one that there is, which then stays', async () => {
    const host = hostWith(service().description);
    const { url, deliveries } = await startScriptedReceiver();
    const [lasting] = jsonLines(await succeed(host, 'endpoints', 'create', url, '--json'));
    await succeed(host, 'endpoints', 'create', 'http://localhost:9/');
    const listening = startCommand(['listen', '--forward-to', url], host);
    await listening.terminal.untilPrinted(`${lasting?.['id']}, which existed before and stays`);
    expect(listening.terminal.printed().out).toContain(`signing secret  ${lasting?.['secret']}`);
    await triggered(host, TYPE, 'c1');
    await listening.terminal.untilPrinted('c1');
    expect(deliveries).toHaveLength(1);
    // The attempts of others are not shown.
    expect((await listening.stop()).out.match(/#1 /g)).toHaveLength(1);
    expect(await endpointsOf(host)).toHaveLength(2);
  });

  it.each([false, true])(
    'comes back with its secret after a reset (it existed before: %s)',
    async (existed) => {
      const host = hostWith(service().description);
      const { url, deliveries } = await startScriptedReceiver();
      if (existed) await succeed(host, 'endpoints', 'create', url);
      const listening = await listenTo(url, host);
      await succeed(host, 'reset');
      await listening.terminal.untilErrorPrinted('The service had lost the endpoint.');
      const [again] = await endpointsOf(host);
      await triggered(host, TYPE, 'c1');
      await listening.terminal.untilPrinted('"subject":"c1"');
      const { err, exit } = await listening.stop();
      expect([err, exit]).toEqual([
        `The service had lost the endpoint. It is ${again?.['id']} now, with the same signing secret. Events from in between were not delivered: screening-sandbox events list\n`,
        0,
      ]);
      const [{ bytes, headers } = expect.fail('nothing was delivered')] = deliveries;
      const { secret } = listening.endpoint;
      expect(await verifySignature(bytes, headers['service-signature'], { secret })).toMatchObject({
        ok: true,
      });
      expect(await endpointsOf(host)).toEqual([]);
    },
  );

  it('is waited for while the service is away, and then continues', async () => {
    const { description } = service();
    const host = hostWith(description);
    const proxy = await startProxy(description.url);
    const { url } = await startScriptedReceiver();
    const listening = await listenTo(url, hostWith({ ...description, url: proxy.url }));
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const told = (sentence: string) =>
      until(async () => {
        await vi.advanceTimersByTimeAsync(2000);
        return listening.terminal.printed().err.endsWith(sentence);
      });
    proxy.cut();
    await told('The service does not answer. Waiting for it until Ctrl-C.\n');
    await vi.advanceTimersByTimeAsync(3_600_000);
    await triggered(host, TYPE, 'meanwhile');
    proxy.mend();
    await told('The service answers again.\n');
    await listening.terminal.untilPrinted('"subject":"meanwhile"');
    vi.useRealTimers();
    const { err, exit } = await listening.stop();
    expect([err.split('\n').length, exit]).toEqual([3, 0]);
    expect(await endpointsOf(host)).toEqual([]);
  });

  it('continues with a restarted service, which has another control token', async () => {
    const first = await startTestService({ seed: 'none' });
    const { port } = new URL(first.description.url);
    const host = hostWith(first.description);
    const { url, deliveries } = await startScriptedReceiver();
    const listening = await listenTo(url, host);
    await first.close();
    const second = await startTestService({ seed: 'none', port: Number(port) });
    onTestFinished(() => second.close());
    expect(second.description.controlToken).not.toBe(first.description.controlToken);
    // The new service refuses the former token before it has announced its own.
    await listening.terminal.untilErrorPrinted('The service does not answer.');
    announceOn(host, second.description);
    await listening.terminal.untilErrorPrinted('with the same signing secret');
    await triggered(host, TYPE, 'c1');
    await listening.terminal.untilPrinted('"subject":"c1"');
    expect(deliveries).toHaveLength(1);
    expect((await listening.stop()).exit).toBe(0);
    expect(await endpointsOf(host)).toEqual([]);
  });

  it('ends it when it was deleted by hand', async () => {
    const host = hostWith(service().description);
    const { endpoint, ended } = await listenTo('http://localhost:9/', host);
    await succeed(host, 'endpoints', 'delete', endpoint.id);
    expect(await ended()).toMatchObject({
      err: `error: The endpoint ${endpoint.id} was deleted.\n`,
      exit: 1,
    });
    expect(await endpointsOf(host)).toEqual([]);
  });

  it('is not made at an address that deliveries never go to', async () => {
    const host = hostWith(service().description);
    expect(await refused(['listen', '--forward-to', 'http://169.254.169.254/'], host)).toContain(
      'url: 169.254.169.254 is',
    );
  });
});

it('shows attempts at once behind a proxy that buffers answers', async () => {
  const { description } = service();
  const { url } = await startBufferingProxy(description.url);
  const listening = startCommand(['listen', '--json'], hostWith({ ...description, url }));
  await listening.terminal.untilPrinted('"listening"');
  const host = hostWith(description);
  await succeed(host, 'endpoints', 'create', (await startScriptedReceiver()).url);
  await succeed(host, 'trigger', TYPE, '--external-id', 'c1');
  await succeed(host, 'clock', 'settle');
  await listening.terminal.untilPrinted('c1');
});

/** A service whose streams send only these blocks. */
async function startSilent(...blocks: readonly string[]) {
  const lastEventIds: unknown[] = [];
  const { url } = await serve((req, res) => {
    lastEventIds.push(req.headers['last-event-id']);
    res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    for (const block of blocks) res.write(block);
  });
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const host = hostWith({ ...service().description, url });
  return { listening: startCommand(['listen', '--json'], host), lastEventIds };
}

it.each([[], [': an id is not there\n\n']])(
  'is not live before the first id, says so, and ends (%j)',
  async (...blocks) => {
    const { listening, lastEventIds } = await startSilent(...blocks);
    await until(() => lastEventIds.length === 1);
    const { terminal } = listening;
    await vi.advanceTimersByTimeAsync(4_999);
    expect(terminal.printed()).toMatchObject({ out: '', err: '' });
    await vi.advanceTimersByTimeAsync(1);
    const warned = terminal.printed().err;
    expect(warned).toMatch(/^Not live: .* without buffering and without compression\.\n$/);
    await vi.advanceTimersByTimeAsync(30_000);
    const { out, err, exit } = await listening.ended();
    expect([out, err, exit]).toEqual(['', warned + err.slice(warned.length), 1]);
    expect(err.slice(warned.length)).toMatch(
      /^error: nothing comes from the event stream\. A proxy .*\n$/,
    );
  },
);

it('opens a stream that has fallen silent anew, after its last id', async () => {
  const { listening, lastEventIds } = await startSilent('id: 1-0\n\n', ': heartbeat\nid: 2-0\n\n');
  await listening.terminal.untilPrinted('"listening"');
  await vi.advanceTimersByTimeAsync(34_000);
  expect(lastEventIds).toEqual([undefined]);
  await vi.advanceTimersByTimeAsync(1_100);
  await until(() => lastEventIds.length === 2);
  expect(lastEventIds).toEqual([undefined, '2-0']);
  expect(await listening.stop()).toMatchObject({ err: '', exit: 0 });
});
