import { signBody } from '@screening-webhooks/core';
import { recordingTerminal } from 'screening-webhooks-terminal';
import { describe, expect, it } from 'vitest';
import { jsonLines, NOW, runCli, SECRET, stillHost } from './support/run-cli.js';
import { scratch } from './support/scratch.js';

const BODY = '{"id":"evt_1","name":"Zoë"}';
const T = Math.floor(NOW / 1000);
const signed = (secret: string | readonly string[] = SECRET, timestamp = T) =>
  signBody(BODY, { secret, timestamp });

const verify = async (...args: readonly string[]) => runCli(['verify', ...args]);

describe('valid', () => {
  it('from a file, from standard input, from the command line', async () => {
    const header = await signed();
    const file = scratch().file('body.json', BODY);
    const host = stillHost();
    for (const body of [`@${file}`, '-', '@-', BODY]) {
      const terminal = recordingTerminal({ input: BODY });
      const args = ['verify', '--header', header, '--body', body];
      const printed = await runCli(args, host, terminal);
      expect(printed).toEqual({ out: 'Valid: signed 0 s ago.\n', err: '', exit: 0 });
    }
  });

  it('a value, a line, a line among others', async () => {
    const header = await signed();
    for (const headers of [
      [header],
      [`Service-Signature: ${header}`],
      ['content-type: application/json', `service-signature:${header}`],
    ]) {
      const options = headers.flatMap((each) => ['--header', each]);
      expect((await verify('--body', BODY, ...options)).exit).toBe(0);
    }
  });

  it('by which secret, and when', async () => {
    const header = await signed('whsec_next', T - 12);
    const secrets = ['--secret', SECRET, '--secret', 'onboarding.eu=whsec_next'];
    const args = ['--body', BODY, '--header', header, ...secrets];
    const secretName = 'onboarding.eu';
    expect((await verify(...args)).out).toBe(
      `Valid: signed 12 s ago, by secret 2 of 2 (${secretName}).\n`,
    );
    expect(jsonLines(await verify(...args, '--json'))).toEqual([
      { ok: true, timestamp: T - 12, secretIndex: 1, secretName },
    ]);
  });

  it('by the clock that --now says, and as far off as --tolerance says', async () => {
    const header = await signed(SECRET, T - 1000);
    const args = ['--body', BODY, '--header', header];
    expect((await verify(...args)).exit).toBe(1);
    expect((await verify(...args, '--now', String(T - 1000))).exit).toBe(0);
    expect((await verify(...args, '--now', new Date(NOW - 900_000).toISOString())).exit).toBe(0);
    expect((await verify(...args, '--tolerance', '1000')).exit).toBe(0);
    expect((await verify(...args, '--tolerance', '999')).exit).toBe(1);
  });
});

describe('not valid: the cause, in words, with the fix', () => {
  it.each([
    ['body_text_changed', 'line break added at the end', '', ['--body', `${BODY}\n`]],
    ['header_wrong_name', undefined, 'X-Signature: ', ['--body', BODY]],
    ['unknown_secret_or_body', undefined, '', ['--body', BODY, '--secret', 'x']],
  ])('%s, %s', async (cause, detail, name, args) => {
    const options = ['--header', name + (await signed()), ...args];
    const [json] = jsonLines(await verify(...options, '--json'));
    expect(json).toMatchObject({ ok: false, cause });
    expect(json?.['detail']).toBe(detail);
    const text = await verify(...options);
    expect(text.out).toContain(`Not valid: ${cause}\n`);
    if (detail !== undefined) expect(text.out).toContain(`\n  Detail: ${detail}.\n  Fix: `);
    expect([text.exit, text.err]).toEqual([1, '']);
  });

  it.each<[string, number, string, readonly string[]]>([
    ['the delivery is 8 min old: delivery_stale', 480, '400 timestamp_too_old', []],
    [
      'the delivery is 119 s old: delivery_stale',
      119,
      '400 timestamp_too_old',
      ['--tolerance', '1'],
    ],
    ['the delivery is 2 h old: delivery_stale', 7200, '400 timestamp_too_old', []],
    ['the delivery is 47 h old: delivery_stale', 172_799, '400 timestamp_too_old', []],
    ['the delivery is 3 days old: delivery_stale', 262_800, '400 timestamp_too_old', []],
    ['its time is 6 min ahead of the clock: clock_skew', -400, '400 timestamp_in_future', []],
    [
      'a receiver refuses the delivery: content_type_refused',
      0,
      '415 unsupported_media_type',
      ['--header', 'Content-Type: text/plain'],
    ],
    [
      'a receiver refuses the delivery: content_type_refused',
      480,
      '415 unsupported_media_type',
      ['--header', 'Content-Type: text/plain'],
    ],
  ])('says first that the signature is genuine: %s', async (but, ago, answer, more) => {
    const args = ['--body', BODY, '--header', await signed(SECRET, T - ago), ...more];
    const { out, exit } = await verify(...args);
    expect(out).toContain(`\nA receiver answers ${answer}.\n`);
    expect(out.split('\n')[0]).toBe(`The signature is genuine, but ${but}`);
    expect(exit).toBe(1);
    expect(jsonLines(await verify(...args, '--json'))).toMatchObject([{ ok: false }]);
  });

  it('a genuine signature with another fault of its own is not valid', async () => {
    const header = await signed(SECRET, T - 480);
    const { out } = await verify('--body', `${BODY}\n`, '--header', header);
    expect(out).toMatch(/^Not valid: body_text_changed\n[\s\S]*Also: delivery_stale/);
    expect(out).not.toContain('genuine');
  });

  it('prints neither secret nor body', async () => {
    for (const body of [BODY, `${BODY} `, 'x']) {
      for (const json of [[], ['--json']]) {
        const header = await signed();
        const { out, err } = await verify('--body', body, '--header', header, ...json);
        expect(out + err).not.toContain(SECRET);
        expect(out + err).not.toMatch(/evt_1|Zoë/);
      }
    }
  });
});
