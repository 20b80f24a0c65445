import { hostileDeliveries } from '@screening-webhooks/testing';
import { faults, findFault } from '@screening-webhooks/testing/faults';
import { describe, expect, it } from 'vitest';
import {
  expressApp,
  honoApp,
  recordingApp,
  type Seen,
  serveReceiver,
} from '../support/receivers.js';
import { jsonLines, runCli, stillHost } from '../support/run-cli.js';

const TYPE = 'document_verification.completed';

const trigger = (url: string, ...more: readonly string[]) =>
  runCli(['trigger', TYPE, '--to', url, '--json', ...more]);

it.each(faults)('Express handles $kind like a correct receiver', async ({ kind }) => {
  const printed = await trigger(await serveReceiver(expressApp()), '--fault', kind);
  expect(printed.err).toBe('');
  expect(jsonLines(printed).at(-1)).toMatchObject({ summary: { events: 1, asExpected: 1 } });
  expect(printed.exit).toBe(0);
});

it.each(hostileDeliveries)('Hono refuses $name with $status $code', async (hostile) => {
  const fault = faults.find(({ refusal }) => refusal?.name === hostile.name);
  const [delivery] = jsonLines(
    await trigger(await serveReceiver(honoApp()), '--fault', fault?.kind ?? ''),
  );
  expect(delivery).toMatchObject({ status: hostile.status, code: hostile.code, ok: true });
});

it('fault names are unique', () => {
  const names = faults.flatMap(({ kind, aliases }) => [kind, ...aliases]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it.each([
  ['race', 'duplicate_concurrent'],
  ['stale', 'stale_timestamp'],
  ['future', 'future_timestamp'],
  ['tampered', 'tampered_body'],
  ['wrong-secret', 'wrong_secret'],
  ['rotated', 'rolled_second'],
  ['unknown-type', 'unknown_type'],
  ['slow-body', 'slow_body'],
  ['abort', 'abort_mid_body'],
  ['v1-of-zeros', 'bad_signature'],
  ['signed-and-not-utf-8', 'invalid_utf8'],
])('the former name %s is %s', (name, kind) => {
  expect(findFault(name)?.kind).toBe(kind);
});

const refusals = faults.filter(({ summary }) => summary.includes('; refused'));

it.each(refusals)('a receiver that acks everything fails $kind', async ({ kind }) => {
  const printed = await trigger(await serveReceiver(recordingApp().app), '--fault', kind);
  expect(jsonLines(printed)[0]).toMatchObject({ ok: false, status: 200 });
  expect(printed.exit).toBe(1);
});

describe('a receiver that breaks', () => {
  it.each([500, 302, 404, 405])('with a %d has not refused', async (status) => {
    const printed = await trigger(
      await serveReceiver(recordingApp(status).app),
      '--fault',
      'stale',
    );
    const [delivery] = jsonLines(printed);
    expect([delivery?.['ok'], printed.exit]).toEqual([false, 1]);
    const nothing = 'No receiver accepts POST at this URL.';
    expect(delivery?.['sentence'] === nothing).toBe(status === 404 || status === 405);
  });

  it('by running a handler twice fails duplicate', async () => {
    const forgetful = {
      claim: () => 'acquired' as const,
      extend: () => true,
      commit: () => true,
      release: () => true,
    };
    const url = await serveReceiver(expressApp({ dedupe: forgetful }));
    const printed = await trigger(url, '--fault', 'duplicate');
    expect(jsonLines(printed)[1]).toMatchObject({
      ok: false,
      sentence: 'Acked, but treated as a new event: its handler ran.',
    });
    expect(printed.exit).toBe(1);
  });

  it('equal answers with different meanings are counted separately', async () => {
    const url = await serveReceiver(recordingApp(200, {}, '{"outcome":"processed"}').app);
    const args = ['trigger', TYPE, '--to', url, '--fault', 'duplicate', '--count', '2'];
    const { out } = await runCli(args);
    expect(out).toMatch(/^200 processed +2 +Acked: its handler ran\.$/m);
    expect(out).toMatch(
      /^200 processed +2 +Acked, but treated as a new event: its handler ran\.$/m,
    );
    expect(jsonLines(await runCli([...args, '--json'])).at(-1)).toMatchObject({
      summary: { asExpected: 0, answers: { '200 processed': 4 } },
    });
  });

  it('by answering 409 to both deliveries fails race', async () => {
    const url = await serveReceiver(recordingApp(409).app);
    const printed = await trigger(url, '--fault', 'race');
    expect(jsonLines(printed).at(-1)).toMatchObject({ summary: { asExpected: 0 } });
    expect(printed.exit).toBe(1);
  });
});

describe('on the wire', () => {
  async function seenWith(fault: string): Promise<readonly Seen[]> {
    const { seen, app, firstSeen } = recordingApp();
    await trigger(await serveReceiver(app), '--fault', fault);
    // A delivery that is cut off ends at the receiver after it ended here.
    await firstSeen;
    return seen;
  }

  it('duplicate sends the same bytes, re-signed', async () => {
    const [first, second] = await seenWith('duplicate');
    expect(second?.body.equals(first?.body ?? Buffer.of())).toBe(true);
    expect(second?.header('service-signature')).not.toBe(first?.header('service-signature'));
  });

  it('abort closes the connection half-way', async () => {
    const [cut] = await seenWith('abort');
    expect(cut?.complete).toBe(false);
    expect(cut?.body.length).toBe(Math.floor(Number(cut?.header('content-length')) / 2));
  });

  it('chunked has no Content-Length', async () => {
    const [chunked] = await seenWith('chunked');
    expect(chunked?.header('content-length')).toBeUndefined();
    expect(chunked?.header('transfer-encoding')).toBe('chunked');
    expect(chunked?.complete).toBe(true);
  });

  it('slow-body pauses between its pieces', async () => {
    const host = stillHost();
    const url = await serveReceiver(expressApp());
    await runCli(['trigger', TYPE, '--to', url, '--fault', 'slow-body'], host);
    expect(host.slept).toHaveLength(10);
  });

  it('gzip is gzip, and oversized one byte over 1 MiB', async () => {
    const [gzip] = await seenWith('gzip');
    expect([gzip?.header('content-encoding'), gzip?.body[0]]).toEqual(['gzip', 0x1f]);
    const [oversized] = await seenWith('oversized');
    expect(oversized?.body.length).toBe(1_048_577);
  });
});
