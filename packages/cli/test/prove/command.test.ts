import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { recordingTerminal } from 'screening-webhooks-terminal';
import { serve } from 'screening-webhooks-test-support/serve';
import { expect, test } from 'vitest';
import { checks } from '../../src/prove/checks/checks.js';
import { run } from '../../src/run.js';
import { bareReceiver } from './receivers/own-receivers.js';
import { createProbe, type ReceiverProbe } from './receivers/probe.js';
import {
  checksThat,
  only,
  proveAsJson,
  proveByCommand,
  reportOf,
  SECRET,
  whileServed,
} from './run-prove.js';
import { inVirtualTime } from './virtual-time.js';

const good = (probe: ReceiverProbe) => bareReceiver([SECRET], probe);

const statusOf = (work: Promise<void>, failed: number): Promise<number> =>
  work.then(
    () => 200,
    () => failed,
  );

test('check names are unique, and none is the name of a group', () => {
  const names = [...checks.map(({ name }) => name), ...new Set(checks.map(({ group }) => group))];
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('without a probe, checks that need one are unproven', async () => {
  await whileServed(good, async (receiver) => {
    const chosen = only('handling', 'duplicates', 'burst-is-handled', 'cut-body-is-not-handled');
    const { report, exit } = await proveAsJson([receiver, ...chosen]);
    expect(checksThat(report, 'passed')).toEqual(['duplicate-is-acked']);
    expect(checksThat(report, 'failed')).toEqual([]);
    expect(report.counts['unproven']).toBe(report.checks.length - 1);
    expect(exit).toBe(0);
  });
});

test('with a probe that only counts, checks that need slow or failing handlers are unproven', async () => {
  const { report } = await reportOf(good, only('handling'), createProbe({ arms: false }));
  expect(checksThat(report, 'passed')).toEqual(['handled-once', 'forgeries-are-not-handled']);
  expect(checksThat(report, 'unproven')).toHaveLength(5);
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
  const { report, exit } = await reportOf(careless, only('forgeries-are-not-handled'));
  expect(report.checks).toMatchObject([{ got: '4 of 4 handled' }]);
  expect(exit).toBe(1);
});

test('a receiver that refuses everything proves nothing', async () => {
  const { url } = await serve((_req, res) => res.writeHead(404).end());
  const others = ['type-proto', 'type-constructor', 'compressed-after-signing'];
  const { report, exit } = await proveAsJson([url, ...only('refusals', ...others)]);
  expect(report.counts).toEqual({
    passed: 0,
    failed: 0,
    advised: 0,
    unproven: report.checks.length,
  });
  expect(exit).toBe(1);
});

test('a redirect fails failure-is-not-acked', async () => {
  const failing =
    (probe: ReceiverProbe): RequestListener =>
    async (req, res) => {
      const status = await statusOf(probe.work(Object(await json(req)).id), 302);
      res.writeHead(status, { location: '/' }).end();
    };
  const { report } = await reportOf(failing, only('failure-is-not-acked'));
  expect(checksThat(report, 'failed')).toEqual(['failure-is-not-acked']);
});

test('a receiver that refuses the retry of a failed event fails', async () => {
  const forgetful = (probe: ReceiverProbe): RequestListener => {
    const claimed = new Set<string>();
    return async (req, res) => {
      const { id } = Object(await json(req));
      if (claimed.has(id)) return res.writeHead(409).end();
      claimed.add(id);
      return res.writeHead(await statusOf(probe.work(id), 500)).end();
    };
  };
  const { report } = await reportOf(forgetful, only('retry-after-a-failure'));
  const got = '500, 409; not handled, and the retry is not acked';
  expect(report.checks).toMatchObject([{ verdict: 'failed', got }]);
});

test('the seed determines the events', async () => {
  const sent: string[][] = [];
  for (const seed of ['a', 'a', 'b']) {
    const ids: string[] = [];
    const recorder = { ...createProbe(), work: async (id: string) => void ids.push(id) };
    await whileServed(
      () => bareReceiver([SECRET], recorder),
      (receiver) => proveByCommand([receiver, '--seed', seed, ...only('window')]),
    );
    sent.push(ids.sort());
  }
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]).not.toEqual(sent[0]);
  expect(sent[0]).toHaveLength(3);
});

test('Ctrl-C prints the results so far and exits with 130', async () => {
  const terminal = recordingTerminal();
  let count = 0;
  const { url } = await serve((req, res) => {
    req.resume().on('end', () => res.writeHead(200).end());
    // The first request tests whether the receiver can be reached; the second belongs to a check.
    if (count++ > 0) terminal.interrupt();
  });
  await run(['prove', url, '--secret', SECRET, ...only('window', 'events')], terminal);
  const { err, exit } = terminal.printed();
  expect(err).toMatch(/^interrupted after \d+ of \d+ checks\n$/);
  expect(exit).toBe(130);
});

test('checks that have not finished within --within are unproven', async () => {
  let requests = 0;
  const { url } = await serve((req, res) => {
    if (requests++ === 0) res.end();
    else req.resume();
  });
  const { report, exit } = await inVirtualTime(
    () => proveAsJson([url, '--within', '0.5', ...only('window', 'load')]),
    () => true,
  );
  expect(report.counts['unproven']).toBe(report.checks.length);
  expect(exit).toBe(1);
});

test.each([
  [['http://localhost:1/', '--only', 'windw'], /no check or group "windw"; did you mean window\?/],
  [['http://localhost:1/', '--only', 'numbers', '--skip', 'bytes'], /leave no check to run/],
  [['http://localhost:1/'], /cannot reach http:\/\/localhost:1: nothing listens there/],
  [['https://example.com/hooks'], /add --allow-remote/],
  [
    ['http://localhost:1/', '--probe', 'http://example.com/'],
    /--probe: example.com is not this machine/,
  ],
  [['http://localhost:1/', '--probe', 'http://localhost:1/'], /--probe: the probe does not answer/],
])('%j prints one sentence and exits with 2', async (args, sentence) => {
  const { out, err, exit } = await proveByCommand(args);
  expect(err).toMatch(sentence);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect([out, exit]).toEqual(['', 2]);
});

test('deliveries of a check that was cut short cause no unhandled rejection', async () => {
  // The time limit comes 50 ms into a check that sleeps 100 ms while its first delivery is handled.
  const name = 'duplicate-during-a-failure';
  const { report } = await reportOf(good, ['--within', '0.05', ...only(name)]);
  expect(report.checks).toMatchObject([
    { name, verdict: 'unproven', got: 'the time limit came first' },
  ]);
});

test('a seed that the receiver has seen is refused', async () => {
  await whileServed(good, async (receiver, probe) => {
    const args = [receiver, '--probe', probe, '--seed', 'x', ...only('window')];
    expect((await proveByCommand(args)).exit).toBe(0);
    const again = await proveByCommand(args);
    expect(again.err).toMatch(/^error: --seed: .* use another seed\.\n$/);
    expect(again.exit).toBe(2);
  });
});
