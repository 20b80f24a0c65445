import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { createReceiver } from '@screening-webhooks/core';
import { expect, test } from 'vitest';
import { serve } from '../../../testing/test/support/serve.js';
import { rows } from '../../src/prove/rows/rows.js';
import { run } from '../../src/run.js';
import { recordingTerminal } from '../support/recording-terminal.js';
import { proveByCommand, type Report, rowsThat, SECRET, whileServed } from './proven-by-http.js';
import { createProbe, type ReceiverProbe } from './receivers/probe.js';

const good = (probe: ReceiverProbe) => {
  const receiver = createReceiver({
    secret: SECRET,
    handlers: { '*': ({ id }) => probe.work(id) },
  });
  return getRequestListener((request) => receiver.fetch(request));
};

const groups = (...names: readonly string[]) => names.flatMap((name) => ['--only', name]);

test('row names are unique, and none is the name of a group', () => {
  const names = [...rows.map(({ name }) => name), ...new Set(rows.map(({ group }) => group))];
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('without a probe, what needs one is unproven and never passed', async () => {
  await whileServed(good, async (receiver) => {
    const chosen = groups('handling', 'duplicates', 'burst-is-handled', 'cut-body-is-not-handled');
    const { out, exit } = await proveByCommand([receiver, '--json', ...chosen]);
    const report: Report = JSON.parse(out);
    expect(rowsThat(report, 'passed')).toEqual(['duplicate-is-acked']);
    expect(rowsThat(report, 'failed')).toEqual([]);
    expect(report.counts['unproven']).toBe(report.rows.length - 1);
    expect(exit).toBe(0);
  });
});

test('nothing proven is no success', async () => {
  await whileServed(good, async (receiver) => {
    const { exit } = await proveByCommand([receiver, '--only', 'handled-once']);
    expect(exit).toBe(1);
  });
});

test('a probe that only counts leaves unproven what needs slow or failing handlers', async () => {
  const probe = createProbe({ arms: false });
  await whileServed(
    good,
    async (receiver, address) => {
      const chosen = [receiver, '--probe', address, '--json', '--only', 'handling'];
      const report: Report = JSON.parse((await proveByCommand(chosen)).out);
      expect(rowsThat(report, 'passed')).toEqual(['handled-once', 'forgeries-are-not-handled']);
      expect(rowsThat(report, 'unproven')).toHaveLength(4);
    },
    probe,
  );
});

test('a receiver that handles forgeries before it refuses them fails', async () => {
  const careless = (probe: ReceiverProbe): RequestListener => {
    const receive = good(createProbe());
    return (req, res) => {
      req.on('data', (chunk: Buffer) => {
        const id = /"id":"([^"]+)"/.exec(chunk.toString())?.[1];
        if (id) void probe.work(id);
      });
      return receive(req, res);
    };
  };
  await whileServed(careless, async (receiver, probe) => {
    const args = [receiver, '--probe', probe, '--json', '--only', 'forgeries-are-not-handled'];
    const { out, exit } = await proveByCommand(args);
    expect(JSON.parse(out).rows[0].got).toBe('4 of 4 handled');
    expect(exit).toBe(1);
  });
});

test('what refuses everything proves nothing by refusing forgeries', async () => {
  const { url } = await serve((_req, res) => res.writeHead(404).end());
  const { out, exit } = await proveByCommand([url, '--json', '--only', 'refusals']);
  const report: Report = JSON.parse(out);
  expect(report.counts).toEqual({ passed: 0, failed: 0, advised: 0, unproven: report.rows.length });
  expect(exit).toBe(1);
});

test('410 and a redirect are no answers to what is to be tried again', async () => {
  for (const status of [410, 302]) {
    await whileServed(
      (probe) => (req, res) => {
        req.resume().on('end', () => res.writeHead(status, { location: '/' }).end());
        void probe;
      },
      async (receiver, probe) => {
        const args = [receiver, '--probe', probe, '--json', '--only', 'failure-is-not-acked'];
        const report: Report = JSON.parse((await proveByCommand(args)).out);
        expect(rowsThat(report, 'failed')).toEqual(['failure-is-not-acked']);
      },
    );
  }
});

test('a claim that a failure leaves behind: the retry is refused, and that is a failed row', async () => {
  const forgetful = (probe: ReceiverProbe): RequestListener => {
    const claimed = new Set<string>();
    return async (req, res) => {
      const { id } = Object(await json(req));
      if (claimed.has(id)) return res.writeHead(409).end();
      claimed.add(id);
      const status = await probe.work(id).then(
        () => 200,
        () => 500,
      );
      return res.writeHead(status).end();
    };
  };
  await whileServed(forgetful, async (receiver, probe) => {
    const args = [receiver, '--probe', probe, '--json', '--only', 'retry-after-a-failure'];
    const { out } = await proveByCommand(args);
    expect(JSON.parse(out).rows[0]).toMatchObject({ verdict: 'failed', got: '500, 409' });
  });
});

test('the same seed sends the same events, and another one others', async () => {
  const sent: string[][] = [];
  for (const seed of ['a', 'a', 'b']) {
    const ids: string[] = [];
    const recorder = (probe: ReceiverProbe) => {
      const receiver = createReceiver({
        secret: SECRET,
        handlers: { '*': ({ id }) => void ids.push(id) },
      });
      void probe;
      return getRequestListener((request) => receiver.fetch(request));
    };
    await whileServed(recorder, (receiver) =>
      proveByCommand([receiver, '--seed', seed, '--only', 'window']),
    );
    sent.push(ids.sort());
  }
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]).not.toEqual(sent[0]);
  expect(sent[0]).toHaveLength(3);
});

test('Ctrl-C: what is known so far, and 130', async () => {
  const terminal = recordingTerminal();
  let count = 0;
  const { url } = await serve((req, res) => {
    req.resume().on('end', () => res.writeHead(200).end());
    // The first is the greeting; the second belongs to a row.
    if (count++ > 0) terminal.interrupt();
  });
  await run(['prove', url, '--secret', SECRET, '--only', 'window', '--only', 'events'], terminal);
  const { err, exit } = terminal.printed();
  expect(err).toMatch(/^interrupted after \d+ of \d+ rows\n$/);
  expect(exit).toBe(130);
});

test('when the time is up, the rest is unproven', async () => {
  let requests = 0;
  const { url } = await serve((req, res) => {
    if (requests++ === 0) res.end();
    else req.resume();
  });
  const { out, exit } = await proveByCommand([
    url,
    '--within',
    '0.5',
    '--json',
    '--only',
    'window',
    '--only',
    'load',
  ]);
  const report: Report = JSON.parse(out);
  expect(report.counts['unproven']).toBe(report.rows.length);
  expect(exit).toBe(1);
});

test.each([
  [['http://localhost:1/', '--only', 'windw'], /no row or group "windw"; did you mean window\?/],
  [['http://localhost:1/', '--only', 'numbers', '--skip', 'bytes'], /leave no row to run/],
  [['http://localhost:1/'], /cannot be reached: nobody listens there/],
  [['https://example.com/hooks'], /add --allow-remote/],
  [
    ['http://localhost:1/', '--probe', 'http://example.com/'],
    /--probe: example.com is not this machine/,
  ],
  [['http://localhost:1/', '--probe', 'http://localhost:1/'], /--probe: the probe does not answer/],
  [['nowhere'], /is no http or https address/],
])('%j: one sentence, and 2', async (args, sentence) => {
  const { out, err, exit } = await proveByCommand(args);
  expect(err).toMatch(sentence);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect([out, exit]).toEqual(['', 2]);
});

test('rows that are cut short leave no delivery behind that could bring the process down', async () => {
  await whileServed(good, async (receiver, probe) => {
    const args = [receiver, '--probe', probe, '--json', '--within', '0.08', '--only', 'duplicates'];
    const report: Report = JSON.parse((await proveByCommand(args)).out);
    expect(rowsThat(report, 'unproven')).toContain('duplicate-during-a-failure');
  });
});

test('a seed that the receiver has seen is refused', async () => {
  await whileServed(good, async (receiver, probe) => {
    const args = [receiver, '--probe', probe, '--seed', 'x', '--only', 'window'];
    expect((await proveByCommand(args)).exit).toBe(0);
    const again = await proveByCommand(args);
    expect(again.err).toMatch(/^error: --seed: .* take another\.\n$/);
    expect(again.exit).toBe(2);
  });
});
