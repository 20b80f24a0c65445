import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { createReceiver } from '@screening-webhooks/core';
import { recordingTerminal } from '@screening-webhooks/terminal';
import { expect, test } from 'vitest';
import { serve } from '../../../testing/test/support/serve.js';
import { checks } from '../../src/prove/checks/checks.js';
import { run } from '../../src/run.js';
import { createMutant } from './mutants/mutant-receiver.js';
import { createProbe, type ReceiverProbe } from './receivers/probe.js';
import { checksThat, proveByCommand, type Report, SECRET, whileServed } from './run-prove.js';
import { inVirtualTime } from './virtual-time.js';

const good = (probe: ReceiverProbe) => {
  const receiver = createReceiver({
    secret: SECRET,
    handlers: { '*': ({ id }) => probe.work(id) },
  });
  return getRequestListener((request) => receiver.fetch(request));
};

const groups = (...names: readonly string[]) => names.flatMap((name) => ['--only', name]);

test('check names are unique, and none is the name of a group', () => {
  const names = [...checks.map(({ name }) => name), ...new Set(checks.map(({ group }) => group))];
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('without a probe, checks that need one are unproven', async () => {
  await whileServed(good, async (receiver) => {
    const chosen = groups('handling', 'duplicates', 'burst-is-handled', 'cut-body-is-not-handled');
    const { out, exit } = await proveByCommand([receiver, '--json', ...chosen]);
    const report: Report = JSON.parse(out);
    expect(checksThat(report, 'passed')).toEqual(['duplicate-is-acked']);
    expect(checksThat(report, 'failed')).toEqual([]);
    expect(report.counts['unproven']).toBe(report.checks.length - 1);
    expect(exit).toBe(0);
  });
});

test('a run in which nothing passed fails', async () => {
  await whileServed(good, async (receiver) => {
    const { exit } = await proveByCommand([receiver, '--only', 'handled-once']);
    expect(exit).toBe(1);
  });
});

test('with a probe that only counts, checks that need slow or failing handlers are unproven', async () => {
  const probe = createProbe({ arms: false });
  await whileServed(
    good,
    async (receiver, address) => {
      const chosen = [receiver, '--probe', address, '--json', '--only', 'handling'];
      const report: Report = JSON.parse((await proveByCommand(chosen)).out);
      expect(checksThat(report, 'passed')).toEqual(['handled-once', 'forgeries-are-not-handled']);
      expect(checksThat(report, 'unproven')).toHaveLength(4);
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
    expect(JSON.parse(out).checks[0].got).toBe('4 of 4 handled');
    expect(exit).toBe(1);
  });
});

test('a receiver that refuses everything proves nothing', async () => {
  const { url } = await serve((_req, res) => res.writeHead(404).end());
  const others = ['type-proto', 'type-constructor', 'compressed-after-signing'];
  const { out, exit } = await proveByCommand([url, '--json', ...groups('refusals', ...others)]);
  const report: Report = JSON.parse(out);
  expect(report.counts).toEqual({
    passed: 0,
    failed: 0,
    advised: 0,
    unproven: report.checks.length,
  });
  expect(exit).toBe(1);
});

test('410 and a redirect fail failure-is-not-acked', async () => {
  for (const status of [410, 302]) {
    await whileServed(
      (probe) => async (req, res) => {
        const acked = await probe.work(Object(await json(req)).id).then(
          () => true,
          () => false,
        );
        res.writeHead(acked ? 200 : status, { location: '/' }).end();
      },
      async (receiver, probe) => {
        const args = [receiver, '--probe', probe, '--json', '--only', 'failure-is-not-acked'];
        const report: Report = JSON.parse((await proveByCommand(args)).out);
        expect(checksThat(report, 'failed')).toEqual(['failure-is-not-acked']);
      },
    );
  }
});

test('a receiver that refuses the retry of a failed event fails', async () => {
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
    const got = '500, 409; not handled, and the retry is not acked';
    expect(JSON.parse(out).checks[0]).toMatchObject({ verdict: 'failed', got });
  });
});

test.each([
  ['id-before-work', '500, 200; not handled: the event is lost'],
  ['second-effect', '500, 200; handled 2 times: the retry had a second effect'],
] as const)(
  'retry-after-a-failure tells a lost event from a second effect: %s',
  async (flaw, got) => {
    await whileServed(
      (probe) => createMutant(flaw, [SECRET], probe),
      async (receiver, probe) => {
        const args = [receiver, '--probe', probe, '--json', '--only', 'retry-after-a-failure'];
        const { out } = await proveByCommand(args);
        expect(JSON.parse(out).checks[0]).toMatchObject({ verdict: 'failed', got });
      },
    );
  },
);

test('the seed determines the events', async () => {
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

test('Ctrl-C prints the results so far and exits with 130', async () => {
  const terminal = recordingTerminal();
  let count = 0;
  const { url } = await serve((req, res) => {
    req.resume().on('end', () => res.writeHead(200).end());
    // The first request tests whether the receiver can be reached; the second belongs to a check.
    if (count++ > 0) terminal.interrupt();
  });
  await run(['prove', url, '--secret', SECRET, '--only', 'window', '--only', 'events'], terminal);
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
  const args = [url, '--within', '0.5', '--json', ...groups('window', 'load')];
  const { out, exit } = await inVirtualTime(
    () => proveByCommand(args),
    () => true,
  );
  const report: Report = JSON.parse(out);
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
  [['nowhere'], /is not an http or https URL/],
])('%j prints one sentence and exits with 2', async (args, sentence) => {
  const { out, err, exit } = await proveByCommand(args);
  expect(err).toMatch(sentence);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect([out, exit]).toEqual(['', 2]);
});

test('deliveries of a check that was cut short cause no unhandled rejection', async () => {
  await whileServed(good, async (receiver, probe) => {
    // The time limit comes 50 ms into a check that sleeps 100 ms while its first delivery is handled.
    const check = 'duplicate-during-a-failure';
    const args = [receiver, '--probe', probe, '--json', '--within', '0.05', '--only', check];
    const report: Report = JSON.parse((await proveByCommand(args)).out);
    expect(report.checks).toMatchObject([
      { name: check, verdict: 'unproven', got: 'the time limit came first' },
    ]);
  });
});

test('a seed that the receiver has seen is refused', async () => {
  await whileServed(good, async (receiver, probe) => {
    const args = [receiver, '--probe', probe, '--seed', 'x', '--only', 'window'];
    expect((await proveByCommand(args)).exit).toBe(0);
    const again = await proveByCommand(args);
    expect(again.err).toMatch(/^error: --seed: .* use another seed\.\n$/);
    expect(again.exit).toBe(2);
  });
});
