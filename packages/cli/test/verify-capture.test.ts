import { type RejectionCode, signBody } from '@screening-webhooks/core';
import fc from 'fast-check';
import { recordingTerminal } from 'screening-webhooks-terminal';
import { describe, expect, it } from 'vitest';
import { type CapturedDelivery, formatCapture } from '../src/capture/captured-delivery.js';
import { capture, captured, captureFile, captureLine } from './support/captures.js';
import { expressApp, serveReceiver } from './support/receivers.js';
import { refused } from './support/refused.js';
import { jsonLines, NOW, runCli, SECRET, stillHost } from './support/run-cli.js';
import { scratch } from './support/scratch.js';

const eventOf = (id: string) =>
  JSON.stringify({ id, type: 'report.completed', created: '', data: {} });

/** A captured delivery: signed three seconds before its receipt, unless the options say otherwise. */
async function delivery(
  id: string,
  options: { secret?: string; ago?: number; received?: string; at?: number; status?: number } = {},
): Promise<CapturedDelivery> {
  const { secret = SECRET, ago = 3, at = NOW - 86_400_000, status = 200 } = options;
  const { received = eventOf(id) } = options;
  const timestamp = Math.floor(at / 1000) - ago;
  const signature = await signBody(eventOf(id), { secret, timestamp });
  const headers = [
    ['Content-Type', 'application/json'],
    ['service-signature', signature],
  ] as const;
  const body = new TextEncoder().encode(received);
  return captured({ receivedAt: at, headers, body, status });
}

const verify = (...args: readonly string[]) => runCli(['verify', '--capture', ...args]);

describe('each delivery is checked against the time of its receipt', () => {
  it('valid, in words and as JSON', async () => {
    const file = captureFile(await delivery('evt_1'));
    expect(await verify(file)).toEqual({
      out: `1  2026-11-20T10:00:00.000Z  report.completed evt_1, answered 200
   Valid: signed 3 s before its receipt.

1 of 1 valid.
`,
      err: '',
      exit: 0,
    });
    expect(jsonLines(await verify(file, '--json'))).toEqual([
      {
        delivery: 1,
        event: { id: 'evt_1', type: 'report.completed' },
        receivedAt: '2026-11-20T10:00:00.000Z',
        status: 200,
        ok: true,
        timestamp: (NOW - 86_400_000) / 1000 - 3,
        secretIndex: 0,
      },
      { summary: { deliveries: 1, valid: 1, causes: {}, interrupted: false } },
    ]);
  });

  it.each([
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big-endian', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('of a file in %s, or of standard input', async (_name, encode) => {
    const lines = [await delivery('evt_1'), await delivery('evt_2')].map(formatCapture);
    const input = encode(lines.join('').replaceAll('\n', '\r\n'));
    expect((await verify(scratch().file('c.jsonl', input))).out).toContain('2 of 2 valid.');
    const terminal = recordingTerminal({ input });
    const piped = await runCli(['verify', '--capture', '-'], stillHost(), terminal);
    expect(piped.out).toContain('2 of 2 valid.');
  });

  it('or against --now, with --tolerance', async () => {
    const file = captureFile(await delivery('evt_1'));
    expect((await verify(file, '--now', '2026-11-21T10:00:00Z')).out).toContain(
      'The signature is genuine, but the delivery is 24 h old: delivery_stale',
    );
    const late = ['--now', '2026-11-21T10:00:00Z', '--tolerance', '90000'];
    expect((await verify(file, ...late)).out).toContain('Valid: signed 86403 s ago.');
  });

  it('a clock that is behind or ahead', async () => {
    const file = captureFile(
      await delivery('evt_1', { ago: 400 }),
      await delivery('evt_2', { ago: -400 }),
    );
    const lines = jsonLines(await verify(file, '--json'));
    expect(lines.map(({ cause, seconds }) => [cause, seconds])).toEqual([
      ['delivery_stale', 400],
      ['clock_skew', 400],
      [undefined, undefined],
    ]);
    const { out, exit } = await verify(file);
    expect(out).toContain(
      'The signature is genuine, but the delivery was 6 min old at its receipt: delivery_stale\n',
    );
    expect(out).toContain(
      'The signature is genuine, but its time was 6 min ahead of the clock at its receipt: clock_skew\n',
    );
    expect(out).toContain('\n   A receiver answers 400 timestamp_too_old.');
    expect(exit).toBe(1);
  });
});

describe('a delivery that is valid, and was refused all the same', () => {
  const refusedWith = async (code: RejectionCode) =>
    captureFile({ ...(await delivery('evt_1', { status: 400 })), code });

  it.each([
    ['timestamp_too_old', "The receiver's clock is ahead"],
    ['timestamp_in_future', "The receiver's clock is behind"],
  ] as const)('with %s tells of the receiver', async (answerCode, why) => {
    const file = await refusedWith(answerCode);
    const { out } = await verify(file);
    expect(out).toContain(`evt_1, answered 400 ${answerCode}\n   Valid: signed 3 s before`);
    expect(out).toContain(`   ${why}`);
    const [line] = jsonLines(await verify(file, '--json'));
    expect(line).toMatchObject({ status: 400, answerCode, ok: true });
  });

  it('tells nothing of the receiver against another time than that of its receipt', async () => {
    const file = await refusedWith('timestamp_too_old');
    const { out } = await verify(file, '--now', '2026-11-20T10:00:00Z');
    expect(out).toContain('Valid');
    expect(out).not.toContain('clock');
  });

  it('with a code of a newer version is checked as ever', async () => {
    const line = JSON.parse(formatCapture(await delivery('evt_1', { status: 400 })));
    const newer = JSON.stringify({ ...line, code: 'not_known_yet' });
    const file = scratch().file('newer.jsonl', `${newer}\n`);
    expect((await verify(file)).out).toContain('evt_1, answered 400\n   Valid');
  });
});

describe('several deliveries', () => {
  const three = async () => [
    await delivery('evt_1', { status: 401, at: NOW - 3000, received: `${eventOf('evt_1')}\n` }),
    await delivery('evt_2', { at: NOW - 2000 }),
    await delivery('evt_1', { at: NOW - 1000 }),
  ];

  it('are named in the order of their receipt', async () => {
    const { out, exit } = await verify(captureFile(...(await three()).reverse()));
    expect(out.match(/^\S.*$/gm)).toEqual([
      '1  2026-11-21T09:59:57.000Z  report.completed evt_1, answered 401',
      '2  2026-11-21T09:59:58.000Z  report.completed evt_2, answered 200',
      '3  2026-11-21T09:59:59.000Z  report.completed evt_1, answered 200',
      '2 of 3 valid, 1 body_text_changed.',
    ]);
    expect(out).toContain('\n   Not valid: body_text_changed\n     The text of the body');
    expect(exit).toBe(1);
  });

  it('of one event with --id, each with its place in the capture', async () => {
    const file = captureFile(...(await three()));
    const lines = jsonLines(await verify(file, '--id', 'evt_1', '--json'));
    expect(lines.map(({ delivery, ok }) => [delivery, ok])).toEqual([
      [1, false],
      [3, true],
      [undefined, undefined],
    ]);
    expect(lines.at(-1)).toEqual({
      summary: { deliveries: 2, valid: 1, causes: { body_text_changed: 1 }, interrupted: false },
    });
    expect((await verify(file, '--id', 'evt_2')).exit).toBe(0);
  });

  it('that no secret fits: the secret is of another endpoint', async () => {
    const file = captureFile(...(await three()));
    const { out } = await verify(file, '--secret', 'whsec_other');
    expect(out).toContain(
      '0 of 3 valid, 3 unknown_secret_or_body.\nNo secret fits any delivery, so the secret is probably of another endpoint.\n',
    );
    const one = await verify(file, '--id', 'evt_2', '--secret', 'whsec_other');
    expect(one.out).not.toContain('No secret fits');
  });

  it('until Ctrl-C', async () => {
    const file = captureFile(...(await three()));
    const terminal = recordingTerminal();
    terminal.interrupt();
    const { out, exit } = await runCli(['verify', '--capture', file], stillHost(), terminal);
    expect([out, exit]).toEqual(['0 of 0 valid.\n', 130]);
  });
});

describe('the secret that fits', () => {
  const secrets = ['--secret', 'hiring=whsec_old', '--secret', 'onboarding.eu=whsec_new'];

  it('is named by its position and its endpoint', async () => {
    const file = captureFile(await delivery('evt_1', { secret: 'whsec_new' }));
    const { out } = await verify(file, ...secrets);
    expect(out).toContain(
      'Valid: signed 3 s before its receipt, by secret 2 of 2 (onboarding.eu).',
    );
    const [line] = jsonLines(await verify(file, ...secrets, '--json'));
    expect(line).toMatchObject({ secretIndex: 1, secretName: 'onboarding.eu' });
    const alone = await verify(file, '--secret', 'onboarding=whsec_new');
    expect(alone.out).toContain('before its receipt, by the secret of onboarding.\n');
    const mixed = await verify(file, '--secret', 'whsec_new', ...secrets);
    expect(mixed.out).toContain('by secret 1 of 3.\n');
  });

  it('is also named when something else is wrong', async () => {
    const changed = { secret: 'whsec_new', received: `${eventOf('evt_1')}\n` };
    const file = captureFile(
      await delivery('evt_1', changed),
      await delivery('evt_2', { secret: 'whsec_old', ago: 301 }),
      await delivery('evt_3', { secret: 'whsec_gone' }),
    );
    const { out } = await verify(file, ...secrets);
    const text = out.replaceAll(/\s+/g, ' ');
    expect(text).toContain('With this undone, the signature matches secret 2 of 2 (onboarding.eu)');
    expect(text).toContain('The signature matches secret 1 of 2 (hiring). A receiver answers 400');
    expect(text).toContain(
      'None of the 2 secrets fits. A receiver answers 401 signature_mismatch.',
    );
    const lines = jsonLines(await verify(file, ...secrets, '--json'));
    expect(lines.map(({ secretName }) => secretName)).toEqual([
      'onboarding.eu',
      'hiring',
      undefined,
      undefined,
    ]);
  });

  it('a secret with = in it, and a pasted variable, are not split', async () => {
    const file = captureFile(await delivery('evt_1', { secret: 'a=b' }));
    expect((await verify(file, '--secret', 'a=b')).exit).toBe(0);
    const prefixed = captureFile(await delivery('evt_1', { secret: 'whsec_new' }));
    const pasted = await verify(prefixed, '--secret', 'SCREENING_SECRET=whsec_new');
    expect(pasted.out).toContain('Detail: a variable name.');
    // So is a name in the environment variable, as in an app that reads it.
    const host = stillHost({ env: { SCREENING_SECRET: 'hiring=whsec_new' } });
    const fromEnv = await runCli(['verify', '--capture', prefixed], host);
    expect(fromEnv.out).toContain('Detail: a variable name.');
  });

  it('other commands take the name, and sign with the secret', async () => {
    const url = await serveReceiver(expressApp());
    const args = ['trigger', 'report.completed', '--to', url, '--secret', `hiring=${SECRET}`];
    expect((await runCli(args)).exit).toBe(0);
  });
});

it('reads what the capture command writes', async () => {
  const { url, file, stop } = await capture();
  const trigger = ['trigger', 'report.completed', '--to', url];
  await runCli(trigger);
  await runCli([...trigger, '--secret', 'whsec_other']);
  await stop();
  const { out } = await verify(file, '--secret', `a=${SECRET}`, '--secret', 'b=whsec_other');
  expect(out).toMatch(/evt_0001, answered 503\n {3}Valid: signed 0 s .* by secret 1 of 2 \(a\)\./);
  expect(out).toMatch(/evt_0001, answered 503\n {3}Valid: signed 0 s .* by secret 2 of 2 \(b\)\./);
});

describe('captures that cannot be checked', () => {
  it('an unknown id, with some that there are', async () => {
    const ids = ['evt_1', 'evt_2', 'evt_\n3', 'evt_4', 'evt_5', 'evt_6', 'evt_7'];
    const file = captureFile(...(await Promise.all(ids.map((id) => delivery(id)))));
    expect(await refused(['verify', '--capture', file, '--id', 'evt_9'])).toBe(
      `error: --id: ${file} has no delivery of evt_9; it has evt_1, evt_2, evt_\\n3, evt_4, evt_5 and 2 more.\n`,
    );
  });

  it('an id, when no body is an event', async () => {
    const file = captureFile(await delivery('evt_1', { received: 'x' }));
    expect(await refused(['verify', '--capture', file, '--id', 'evt_1'])).toMatch(
      /no delivery in .* has an event id; leave out --id to check all 1\./,
    );
  });
});

describe('whatever the capture contains', () => {
  const anything = fc.oneof(fc.jsonValue(), fc.string(), fc.double(), fc.constant(undefined));
  const field = <Value>(good: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 40, arbitrary: good }, { weight: 1, arbitrary: anything });
  const names = ['Service-Signature', 'Content-Length', 'X-Signature', '__proto__'];
  const values = [captureLine.headers[0]?.[1], 't=1', '5', ''];
  const header = fc.tuple(
    field(fc.constantFrom(...names)),
    field(fc.oneof(fc.constantFrom(...values), fc.string())),
  );
  const body = fc
    .oneof(fc.uint8Array({ maxLength: 60 }), fc.json())
    .map((content) => Buffer.from(content).toString('base64'));
  const record = fc
    .record({
      version: field(fc.constant(1)),
      headers: field(fc.array(header, { maxLength: 4 })),
      body: field(body),
      status: field(fc.constant(200)),
    })
    .map((fields) => JSON.stringify({ ...captureLine, ...fields }));
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  const damaged = fc
    .tuple(fc.constant(JSON.stringify(captureLine)), fc.nat(400), text)
    .map(([good, at, inserted]) => good.slice(0, at) + inserted + good.slice(at + 1));
  const line = fc.oneof(
    { weight: 12, arbitrary: record },
    { weight: 1, arbitrary: fc.oneof(fc.json(), damaged, text) },
  );
  const lines = fc.array(line, { maxLength: 3 }).map((all) => Buffer.from(all.join('\n')));
  const file = fc.oneof(
    { weight: 5, arbitrary: lines },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  );

  it('it is answered with an explanation or with one sentence, and nothing secret', async () => {
    const { file: write } = scratch();
    let explained = 0;
    await fc.assert(
      fc.asyncProperty(file, fc.boolean(), async (content, json) => {
        const path = write('c.jsonl', content);
        const args = ['verify', '--capture', path, ...(json ? ['--json'] : [])];
        const { out, err, exit } = await runCli(args);
        if (exit === 2) {
          expect(out).toBe('');
          expect(err).toMatch(/^error: [^\n]+\n$/);
        } else {
          explained += 1;
          expect([exit, err]).toEqual([1, '']);
          if (json) expect(jsonLines({ out }).at(-1)).toHaveProperty('summary.valid', 0);
        }
        expect(out + err).not.toContain(SECRET);
      }),
      { numRuns: 100 },
    );
    expect(explained).toBeGreaterThan(15);
  });

  it('a body that is nested very deeply is explained', async () => {
    const nested = Buffer.from('['.repeat(100_000) + ']'.repeat(100_000)).toString('base64');
    const path = scratch().file('c.jsonl', JSON.stringify({ ...captureLine, body: nested }));
    expect((await verify(path)).out).toContain('Not valid: ');
  });
});
