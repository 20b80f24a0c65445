import { expect, it } from 'vitest';
import { expressApp, recordingApp, serveReceiver } from '../support/receivers.js';
import { recordingTerminal } from '../support/recording-terminal.js';
import { jsonLines, runCli, SECRET, stillHost } from '../support/run-cli.js';

const TYPE = 'document_verification.recorded';

it('a receiver that says nothing in time is given up', async () => {
  const url = await serveReceiver(() => {});
  const printed = await runCli(['trigger', TYPE, '--to', url, '--timeout', '0.05', '--json']);
  expect(jsonLines(printed)[0]).toMatchObject({ result: 'timed_out', status: null, ok: false });
  expect(printed.exit).toBe(1);
});

it('an answer that comes before the body is sent is the answer', async () => {
  const url = await serveReceiver((request, response) => {
    // As a proxy does that has seen enough of the length.
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
  expect(printed.out).toContain('Acked before all of the body was there.');
  expect(printed.exit).toBe(1);
});

it('a redirect is not followed', async () => {
  const { seen, app } = recordingApp();
  const elsewhere = await serveReceiver(app);
  const url = await serveReceiver((_request, response) => {
    response.writeHead(307, { location: elsewhere }).end();
  });
  const printed = await runCli(['trigger', TYPE, '--to', url]);
  expect(printed.out).toContain('follows no redirect');
  expect([printed.exit, seen.length]).toEqual([1, 0]);
});

it('Ctrl-C ends it with a summary so far', async () => {
  const terminal = recordingTerminal();
  let answered = 0;
  const url = await serveReceiver((_request, response) => {
    answered += 1;
    if (answered === 3) terminal.interrupt();
    else response.end();
  });
  const printed = await runCli(
    ['trigger', TYPE, '--to', url, '--count', '9'],
    stillHost(),
    terminal,
  );
  expect(printed.out).toContain('2 of 2 went as they should.');
  expect(printed.exit).toBe(130);
});

it('an answer cannot write to the terminal', async () => {
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
