import { until } from 'screening-webhooks-test-support/until';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
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

describe('trigger', () => {
  const onTerminal = { isRead: true };
  const FORWARD = 'screening-sandbox listen --forward-to http://localhost:3000/webhooks/screening';

  /** A service whose clock runs, and a receiver that answers as its test says. */
  async function running() {
    const host = hostWith(service().description);
    const receiver = await startScriptedReceiver();
    const run = (...args: string[]) => succeed(host, ...args);
    const [endpoint] = jsonLines(await run('endpoints', 'create', receiver.url, '--json'));
    await run('clock', 'run');
    return { host, receiver, run, endpointId: String(endpoint?.['id']) };
  }

  /** Lets three seconds pass whenever nothing else happens, until a command has printed a sentence. */
  async function tells(command: ReturnType<typeof startCommand>, sentence: RegExp): Promise<void> {
    await until(async () => {
      await vi.advanceTimersByTimeAsync(3000);
      return sentence.test(command.terminal.printed().err);
    });
  }

  function fakeTimers(): void {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  }

  it('on a terminal says how the first attempt has ended', async () => {
    const { host, receiver } = await running();
    fakeTimers();
    const { out, err, exit } = await runCommand(['trigger', COMPLETED], host, onTerminal);
    expect(out).toMatch(/^evt_\w+: (dlv_\w+)\n\1 {2}→ http:\/\/127\S+ {2}#1 200 in \d+ ms\n$/);
    expect([err, exit]).toEqual(['', 0]);
    receiver.answers.push(500);
    const failed = await runCommand(['trigger', COMPLETED], host, onTerminal);
    expect(failed.out).toMatch(
      / {2}#1 500 in \d+ ms: The receiver answered 500, .* It said: answer 500\n$/,
    );
    expect(failed.err).toMatch(/^dlv_\w+: its next attempt is due at \S+\.\n$/);
    expect(failed.exit).toBe(0);
  });

  it('on a terminal says that nothing listens there', async () => {
    const { host, run, endpointId } = await running();
    await run('endpoints', 'create', 'http://localhost:1/hooks');
    await run('endpoints', 'delete', endpointId);
    fakeTimers();
    const { out, exit } = await runCommand(['trigger', COMPLETED], host, onTerminal);
    expect(out).toMatch(
      /→ http:\/\/localhost:1\/hooks {2}#1 connection_refused in \d+ ms: The connection was refused: nothing listens there\.\n$/,
    );
    expect(exit).toBe(0);
  });

  it('on a terminal waits for three seconds at most, and says for what', async () => {
    const { host, receiver } = await running();
    await service().control('/sources/sbx-nursing-board', { availability: 'degraded' });
    fakeTimers();
    const late = startCommand(['trigger', COMPLETED, '--fault', 'delay'], host, onTerminal);
    await until(async () => {
      const [delivery] = await service().list('/v1/webhook-deliveries');
      return delivery !== undefined && delivery['nextAttemptAt'] !== delivery['createdAt'];
    });
    await late.terminal.untilPrinted('evt_');
    await tells(late, /./);
    expect(await late.ended()).toMatchObject({
      err: expect.stringMatching(
        /^dlv_\w+: its first attempt is due at \S+\. The fault delay puts it off\.\n$/,
      ),
      exit: 0,
    });
    const order = startCommand(['trigger', COMPLETED, '--via', 'api'], host, onTerminal);
    await order.terminal.untilPrinted('is ordered');
    await tells(order, /./);
    expect(await order.ended()).toMatchObject({
      err: expect.stringMatching(/^dv_\w+ is PROCESSING\. Its event comes when it has ended\.\n$/),
      exit: 0,
    });
    expect(receiver.deliveries).toEqual([]);
  });

  it('elsewhere, and with --json, prints the created objects and does not wait', async () => {
    const { host } = await running();
    const piped = await runCommand(['trigger', COMPLETED], host);
    expect([piped.out, piped.err]).toEqual([expect.stringMatching(/^evt_\w+: dlv_\w+\n$/), '']);
    const json = await runCommand(['trigger', COMPLETED, '--json'], host, onTerminal);
    expect(jsonLines(json)).toEqual([
      { events: [{ id: expect.any(String), deliveryIds: [expect.any(String)] }] },
    ]);
    expect(json.err).toBe('');
  });

  it('on a frozen clock says what it needs, and ends', async () => {
    const { host } = await commandLine();
    const { out, err } = await runCommand(['trigger', COMPLETED], host, onTerminal);
    expect(out).toMatch(
      /^evt_\w+: dlv_\w+\nThe clock is frozen\. .*: screening-sandbox clock settle\n$/,
    );
    expect(err).toBe('');
  });

  it('without an endpoint says how to get one', async () => {
    const { host, run, endpointId } = await running();
    await run('endpoints', 'delete', endpointId);
    for (const args of [[], ['--via', 'api']]) {
      const { err, exit } = await runCommand(['trigger', COMPLETED, ...args], host, onTerminal);
      expect([err, exit]).toEqual([
        `Nothing is delivered. To deliver to your app: ${FORWARD}\n`,
        0,
      ]);
    }
    const waited = await runCommand(['trigger', COMPLETED, '--wait'], host);
    expect([waited.err, waited.exit]).toEqual([
      `Nothing is delivered. To deliver to your app: ${FORWARD}\nerror: 0 of 0 deliveries succeeded.\n`,
      1,
    ]);
  });

  it('--wait waits for the end of all its deliveries', async () => {
    const { host, run, receiver } = await running();
    await run('endpoints', 'create', receiver.url);
    await run('clock', 'freeze');
    receiver.answers.push(500, 200, 200);
    const waiting = startCommand(['trigger', COMPLETED, '--wait', '--count', '2', '--json'], host);
    await waiting.terminal.untilPrinted('events');
    await run('clock', 'settle');
    await waiting.terminal.untilErrorPrinted(' #1 500 in');
    await run('clock', 'advance', '1m');
    const { out, err, exit } = await waiting.ended();
    expect(jsonLines({ out })).toHaveLength(1);
    expect(err.match(/ {2}#\d \d+ in /g)).toHaveLength(5);
    expect(exit).toBe(0);
  });

  it('--wait exits with 1 unless all have succeeded', async () => {
    const { host, receiver, run, endpointId } = await running();
    await run('endpoints', 'create', receiver.url);
    const retryPolicy = { maxAttempts: 1 };
    await service().send('PATCH', `/v1/webhook-endpoints/${endpointId}`, { retryPolicy });
    receiver.answers.push(500, 500);
    await run('clock', 'freeze');
    const waiting = startCommand(['trigger', COMPLETED, '--wait', '--via', 'api'], host);
    await waiting.terminal.untilPrinted('is ordered');
    await run('clock', 'drain');
    const { out, err, exit } = await waiting.ended();
    expect(out.match(/ #1 500 in/g)).toHaveLength(2);
    expect(err).toMatch(/error: 1 of 2 deliveries succeeded\.\n$/);
    expect(exit).toBe(1);
  });

  it('--wait names the cause of the wait: the clock, a fault, a pause, an order', async () => {
    const { host, run, endpointId } = await running();
    await run('clock', 'freeze');
    fakeTimers();
    const order = startCommand(['trigger', COMPLETED, '--wait', '--via', 'api', '--json'], host);
    await tells(order, /^dv_\w+ is PROCESSING\. Its event comes when it has ended\.\n$/);
    expect(await order.stop()).toMatchObject({ exit: 130 });
    const late = startCommand(['trigger', COMPLETED, '--wait', '--fault', 'delay'], host);
    await tells(
      late,
      /: its first attempt is due now\. The clock is frozen\. To make it: screening-sandbox clock settle\n$/,
    );
    await run('clock', 'settle');
    await tells(
      late,
      /: its first attempt is due at (\S+)\. The fault delay puts it off\. The clock is frozen\. To make it: screening-sandbox clock to \1\n$/,
    );
    await run('endpoints', 'pause', endpointId);
    await tells(
      late,
      new RegExp(
        `is held, because its endpoint is paused\\. To release it: .* resume ${endpointId}\n$`,
      ),
    );
    await run('endpoints', 'delete', endpointId);
    expect(await late.ended()).toMatchObject({
      err: expect.stringMatching(/\nerror: 0 of 1 deliveries succeeded\.\n$/),
      exit: 1,
    });
  });
});
