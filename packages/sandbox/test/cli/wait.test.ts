import { expect, it } from 'vitest';
import { startScriptedReceiver } from '../support/scripted-receiver.js';
import { sharedService } from '../support/service.js';
import { hostWith, jsonLines, runCommand, startCommand, succeed } from './support/run-command.js';

const service = sharedService();
const COMPLETED = 'document_verification.completed';
const FAILED = 'document_verification.failed';

async function commandLine() {
  const host = hostWith(service().description);
  const { url } = await startScriptedReceiver();
  const run = (...args: string[]) => succeed(host, ...args);
  await run('endpoints', 'create', url);
  return { host, run };
}

it('ends at once when a delivery matches already', async () => {
  const { run } = await commandLine();
  await run('trigger', COMPLETED, '--external-id', 'c1');
  await run('trigger', COMPLETED, '--external-id', 'c2');
  await run('clock', 'settle');
  const which = ['--type', COMPLETED, '--status', 'succeeded', '--external-id', 'c1', '--json'];
  const [delivery] = jsonLines(await run('deliveries', 'wait', ...which));
  const [shown] = jsonLines(await run('events', 'get', String(delivery?.['eventId']), '--json'));
  expect(shown).toMatchObject({ data: { externalId: 'c1' } });
});

it('waits for the delivery that matches, past those that do not', async () => {
  const { host, run } = await commandLine();
  const which = ['--type', FAILED, '--status', 'succeeded', '--external-id', 'c1'];
  const waiting = startCommand(['deliveries', 'wait', ...which], host);
  await run('trigger', COMPLETED, '--external-id', 'c1');
  await run('trigger', FAILED, '--external-id', 'c2');
  await run('trigger', FAILED, '--external-id', 'c1');
  await run('clock', 'settle');
  const { out, exit } = await waiting.ended();
  expect(exit).toBe(0);
  const [, id = ''] = /^(dlv_\w+) {2}document_verification\.failed {2}succeeded\n$/.exec(out) ?? [];
  expect((await run('deliveries', 'get', id)).out).toContain('"externalId":"c1"');
});

it('when the time is over, prints the history and exits with 1', async () => {
  const { host, run } = await commandLine();
  await run('trigger', COMPLETED);
  const { out, err, exit } = await runCommand(
    ['deliveries', 'wait', '--status', 'failed', '--timeout', '0.05'],
    host,
  );
  expect([out, exit]).toEqual(['', 1]);
  expect(err).toMatch(
    /^error: no delivery matched within 0\.1 s\.\ndlv_\w+ .* scheduled, next attempt /,
  );
  expect(err).toContain('The clock is frozen at 2026-01-01T00:00:00.000Z');
});

it('Ctrl-C ends it with 130', async () => {
  const { host } = await commandLine();
  const waiting = startCommand(['deliveries', 'wait'], host);
  expect(await waiting.stop()).toEqual({ out: '', err: '', exit: 130 });
});
