import { manualClock, sender } from '@screening-webhooks/testing';
import { describe, expect, it } from 'vitest';
import { retryWaits } from '../../src/trigger/send-events.js';
import { expressApp, recordingApp, serveReceiver } from '../support/receivers.js';
import { jsonLines, runCli, SECRET, stillHost } from '../support/run-cli.js';
import { scratch } from '../support/scratch.js';

const TYPE = 'document_verification.recorded';

async function sent(...args: readonly string[]) {
  const { seen, app } = recordingApp();
  const url = await serveReceiver(app);
  const printed = await runCli(['trigger', '--to', url, '--json', ...args]);
  return { printed, seen, bodies: seen.map(({ body }) => body.toString()) };
}

describe('the event', () => {
  it('is a new one each time, of the requested type, created now', async () => {
    const { bodies } = await sent(TYPE, '--count', '3');
    const events = bodies.map((body) => JSON.parse(body));
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
    expect(events[0]).toMatchObject({ type: TYPE, created: '2026-11-21T10:00:00.000Z' });
  });

  it('--set takes JSON where it is JSON, and text otherwise; --unset removes', async () => {
    const { bodies } = await sent(
      ...[TYPE, '--set', 'data.formData.licenseNumber=RN123', '--set', 'data.attemptCount=7'],
      ...['--set', 'related.integration.name=A = B', '--unset', 'data.metadata'],
      ...['--set', 'data.verificationFileUploads.1="https://x.example/2"'],
      ...['--unset', 'data.verificationFileUploads.0'],
      ...['--set', 'data.formData.a\\.b=null', '--set', '__proto__.polluted=1'],
    );
    const event = JSON.parse(bodies[0] ?? '');
    expect(event.data).toMatchObject({
      formData: { licenseNumber: 'RN123', 'a.b': null },
      attemptCount: 7,
      verificationFileUploads: ['https://x.example/2'],
    });
    expect(event.data).not.toHaveProperty('metadata');
    expect(event.related).toEqual({ integration: { name: 'A = B' } });
    expect(Object.getOwnPropertyDescriptor(event, '__proto__')?.value).toEqual({ polluted: 1 });
    expect({}).not.toHaveProperty('polluted');
  });

  it('of a file is sent byte for byte, unless edited', async () => {
    const text = '{ "id": "evt_file", "type": "x.y",\r\n "n": 1.0, "name": "Zoë" }\n';
    const file = scratch().file('event.json', text);
    expect((await sent('--file', file)).bodies).toEqual([text]);
    const { bodies } = await sent('--file', file, '--set', 'n=2', '--count', '2');
    expect(bodies.map((body) => JSON.parse(body))).toEqual([
      { id: 'evt_file', type: 'x.y', n: 2, name: 'Zoë' },
      { id: 'evt_file_2', type: 'x.y', n: 2, name: 'Zoë' },
    ]);
  });
});

describe('the signature', () => {
  it('uses the secret of the environment, unless --secret is given', async () => {
    const url = await serveReceiver(expressApp({ secret: 'whsec_other' }));
    const trigger = (...more: readonly string[]) => runCli(['trigger', TYPE, '--to', url, ...more]);
    expect((await trigger()).exit).toBe(1);
    expect((await trigger('--secret', 'whsec_other')).exit).toBe(0);
    expect((await trigger('--secret', SECRET, '--secret', 'whsec_other')).exit).toBe(0);
  });
});

describe('--retry', () => {
  it('waits like the service, re-signs, and stops at the first 2xx', async () => {
    const answers = [500, 503, 200];
    const { seen, app } = recordingApp(() => answers.shift() ?? 200);
    const host = stillHost();
    const printed = await runCli(
      ['trigger', TYPE, '--to', await serveReceiver(app), '--retry', '--speed', '2', '--json'],
      host,
    );
    expect(host.slept).toEqual([30_000, 60_000]);
    expect(new Set(seen.map(({ body }) => body.toString())).size).toBe(1);
    expect(new Set(seen.map(({ header }) => header('service-signature'))).size).toBe(3);
    expect(jsonLines(printed).at(-1)).toMatchObject({
      summary: {
        events: 1,
        asExpected: 1,
        deliveries: 3,
        answers: { '500': 1, '503': 1, '200': 1 },
      },
    });
    expect(printed.exit).toBe(0);
  });

  it('gives up after five attempts, also when nothing listens', async () => {
    const url = await serveReceiver(recordingApp(500).app);
    const host = stillHost();
    const args = ['trigger', TYPE, '--to', url, '--retry', '--json'];
    expect((await runCli(args, host)).exit).toBe(1);
    expect(host.slept).toEqual(retryWaits.map((seconds) => seconds * 1000));
    const unreachable = await runCli([...args, '--to', 'http://127.0.0.1:9/']);
    expect(jsonLines(unreachable)).toHaveLength(6);
    expect(unreachable.exit).toBe(1);
  });

  it('has the schedule of the testing kit’s sender', async () => {
    const fetch = () => new Response(null, { status: 500 });
    const service = sender({ url: 'http://x.test', secret: SECRET, clock: manualClock(), fetch });
    const times = (await service.send('{}')).attempts.map(({ at }) => at);
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(waits).toEqual(retryWaits);
  });
});

describe('many', () => {
  it('sends all of them, at most --concurrency in parallel', async () => {
    let open = 0;
    let most = 0;
    let waiting: (() => void)[] = [];
    // Each handler waits until four run beside each other, and until a request that was made after the fourth is answered:
    // a fifth delivery would have arrived by then.
    const url = await serveReceiver(
      expressApp({
        handlers: {
          '*': async () => {
            open += 1;
            most = Math.max(most, open);
            const released = new Promise<void>((resolve) => waiting.push(resolve));
            if (waiting.length === 4) {
              await fetch(url);
              for (const release of waiting) release();
              waiting = [];
            }
            await released;
            open -= 1;
          },
        },
      }),
    );
    const parallel = ['--count', '12', '--concurrency', '4', '--json'];
    const printed = await runCli(['trigger', TYPE, '--to', url, ...parallel]);
    expect(most).toBe(4);
    expect(jsonLines(printed)).toHaveLength(13);
    expect(jsonLines(printed).at(-1)).toMatchObject({ summary: { events: 12, asExpected: 12 } });
  });

  it('a receiver that goes away during the run is a failure, not a usage error', async () => {
    const answers = [200, 200];
    const url = await serveReceiver((request, response) => {
      if (answers.length === 0) request.socket.destroy();
      else response.writeHead(answers.shift() ?? 0).end();
    });
    const printed = await runCli(['trigger', TYPE, '--to', url, '--count', '3']);
    expect(printed.out).toContain('disconnected');
    expect(printed.out).toContain('2 of 3 as expected.');
    expect(printed.exit).toBe(1);
  });
});
