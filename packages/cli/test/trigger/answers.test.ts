import { expect, it } from 'vitest';
import { expressApp, recordingApp, serveReceiver } from '../support/receivers.js';
import { jsonLines, runCli, SECRET, stillHost } from '../support/run-cli.js';

const TYPE = 'document_verification.recorded';

it('a receiver that does not answer in time is reported', async () => {
  const url = await serveReceiver(() => {});
  const printed = await runCli(['trigger', TYPE, '--to', url, '--timeout', '0.05', '--json']);
  expect(jsonLines(printed)[0]).toMatchObject({ result: 'timed_out', status: null, ok: false });
  expect(printed.exit).toBe(1);
});

it('an answer before the body is sent counts', async () => {
  const url = await serveReceiver((request, response) => {
    // Like a proxy that refuses by the Content-Length.
    response.writeHead(413, { Connection: 'close' }).end();
    request.resume();
  });
  const args = ['trigger', TYPE, '--to', url, '--fault', 'oversized', '--json'];
  expect(jsonLines(await runCli(args))[0]).toMatchObject({ status: 413, ok: true });
});

it('an ack of half a body is a failure', async () => {
  const url = await serveReceiver((_request, response) => {
    response.end();
  });
  const never = stillHost({ sleep: () => new Promise(() => {}) });
  const printed = await runCli(['trigger', TYPE, '--to', url, '--fault', 'abort'], never);
  expect(printed.out).toContain('Acked before the whole body was sent.');
  expect(printed.exit).toBe(1);
});

it('middleware in front of the receiver is named, unless a refusal is expected', async () => {
  const { app } = recordingApp(403, {}, '{"error":"invalid csrf token"}');
  const args = ['trigger', TYPE, '--to', await serveReceiver(app), '--json'];
  expect(jsonLines(await runCli(args))[0]).toMatchObject({
    ok: false,
    sentence:
      'Not acked, so the service would try again: a CSRF check in front of the receiver refuses the delivery, which has no token.',
  });
  expect(jsonLines(await runCli([...args, '--fault', 'wrong-secret']))[0]).toMatchObject({
    ok: true,
    sentence: 'Refused, as expected.',
  });
});

it('a redirect is not followed', async () => {
  const { seen, app } = recordingApp();
  const elsewhere = await serveReceiver(app);
  const url = await serveReceiver((_request, response) => {
    response.writeHead(307, { location: elsewhere }).end();
  });
  const printed = await runCli(['trigger', TYPE, '--to', url]);
  expect(printed.out).toContain('does not follow redirects');
  expect([printed.exit, seen.length]).toEqual([1, 0]);
});

it('control characters of an answer are escaped', async () => {
  const url = await serveReceiver((_request, response) => {
    response.end('\u001b[2Jwiped\u009b31m\u202e');
  });
  const printed = await runCli(['trigger', TYPE, '--to', url]);
  expect(printed.out).toContain('\\u001b[2Jwiped\\u009b31m\\u202e');
});

it('no secret is printed', async () => {
  const url = await serveReceiver(expressApp());
  for (const json of [[], ['--json']]) {
    const printed = await runCli(['trigger', TYPE, '--to', url, '--fault', 'rotated', ...json]);
    expect(printed.out).not.toContain(SECRET);
  }
});
