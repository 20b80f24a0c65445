import { manualClock, sender } from '@screening-webhooks/testing';
import { recordingTerminal } from 'screening-webhooks-terminal';
import { describe, expect, it } from 'vitest';
import { retryWaits } from '../../src/trigger/send-events.js';
import { expressApp, recordingApp, serveReceiver } from '../support/receivers.js';
import { jsonLines, runCli, SECRET, stillHost } from '../support/run-cli.js';
import { scratch } from '../support/scratch.js';

const TYPE = 'document_verification.recorded';

const sent = (...args: readonly string[]) => sentWith('', ...args);

/** @param input Standard input. */
async function sentWith(input: Uint8Array | string, ...args: readonly string[]) {
  const { seen, app } = recordingApp();
  const url = await serveReceiver(app);
  const terminal = recordingTerminal({ input });
  const printed = await runCli(['trigger', '--to', url, '--json', ...args], stillHost(), terminal);
  return { printed, seen, bodies: seen.map(({ body }) => body.toString()) };
}

describe('the event', () => {
  it('is a new one each time, of the requested type, created now', async () => {
    const { bodies } = await sent(TYPE, '--count', '3');
    const events = bodies.map((body) => JSON.parse(body));
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
    expect(events[0]).toMatchObject({ type: TYPE, created: '2026-11-21T10:00:00.000Z' });
  });

  it('--set takes the type of the field, := takes JSON; --unset removes', async () => {
    const { bodies, printed } = await sent(
      ...[TYPE, '--set', 'data.formData.licenseNumber=RN123', '--set', 'data.attemptCount=7'],
      ...['--set', 'related.integration.name=A = B', '--unset', 'data.metadata'],
      ...['--set', 'data.verificationFileUploads.1=https://x.example/2'],
      ...['--unset', 'data.verificationFileUploads.0'],
      ...['--set', 'data.formData.a\\.b:=null', '--set', '__proto__.polluted:=1'],
      ...['--set', 'data.formData.c\\:\\=d=e', '--set', 'data.verified=true'],
    );
    const event = JSON.parse(bodies[0] ?? '');
    expect(event.data).toMatchObject({
      formData: { licenseNumber: 'RN123', 'a.b': null, 'c:=d': 'e' },
      verified: true,
      attemptCount: 7,
      verificationFileUploads: ['https://x.example/2'],
    });
    expect(event.data).not.toHaveProperty('metadata');
    expect(event.related).toEqual({ integration: { name: 'A = B' } });
    expect(Object.getOwnPropertyDescriptor(event, '__proto__')?.value).toEqual({ polluted: 1 });
    expect({}).not.toHaveProperty('polluted');
    expect(printed.err).toBe(
      'warning: --set: the event had no related.integration.name, so it was added.\n' +
        'warning: --set: the event had no __proto__.polluted, so it was added.\n',
    );
  });

  it.each([
    '12345',
    'true',
    'false',
    'null',
    '123e5',
    '007',
    '-0',
    '[1]',
    '{"a":1}',
    '"a"',
    '',
    'a=b',
  ])(
    '%j is text in a field of text, also in one that is null or new in a free map',
    async (text) => {
      const fields = ['data.externalId', 'data.errorMessage', 'data.metadata.n', 'data.formData.n'];
      const { bodies, printed } = await sent(
        TYPE,
        ...fields.flatMap((field) => ['--set', `${field}=${text}`]),
      );
      const { data } = JSON.parse(bodies[0] ?? '');
      const { externalId, errorMessage, metadata, formData } = data;
      expect([externalId, errorMessage, metadata.n, formData.n]).toEqual([text, text, text, text]);
      expect(printed).toMatchObject({ err: '', exit: 0 });
    },
  );

  it.each([
    ['data.externalid', 'data.externalId'],
    ['data.stat', 'data.state'],
    ['data.attemptcounts', 'data.attemptCount'],
  ])('a field with a typo is told: %s', async (path, meant) => {
    const { bodies, printed } = await sent(TYPE, '--set', `${path}=7`, '--count', '2');
    expect(JSON.parse(bodies[1] ?? '').data[path.slice(5)]).toBe('7');
    expect(printed.err).toBe(
      `warning: --set: the event had no ${path}, so it was added; did you mean ${meant}?\n`,
    );
  });

  it.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big-endian', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('of a file in %s, or of standard input, is sent in UTF-8', async (_name, encode) => {
    const text = '{"id":"evt_file","type":"x.y","name":"Zoë"}\n';
    const file = scratch().file('event.json', encode(text));
    expect((await sent('--file', file)).bodies).toEqual([text]);
    expect((await sentWith(encode(text), '--file', '-')).bodies).toEqual([text]);
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
