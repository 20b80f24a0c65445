import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { serve } from 'screening-webhooks-test-support/serve';
import { describe, expect, it } from 'vitest';
import { jobs } from '../../src/service/db/schema/index.js';
import { faultKinds } from '../../src/service/faults/kinds.js';
import { startScriptedReceiver } from '../support/scripted-receiver.js';
import { sharedService } from '../support/service.js';
import { hostWith, jsonLines, runCommand, succeed } from './support/run-command.js';

const service = sharedService();
const TYPE = 'document_verification.completed';

/** Runs command lines that succeed, on a host with the service and an endpoint. */
async function commandLine() {
  const host = hostWith(service().description);
  const receiver = await startScriptedReceiver();
  const run = (...args: string[]) => succeed(host, ...args);
  const json = async (...args: string[]) => jsonLines(await run(...args, '--json'));
  const [endpoint] = await json('endpoints', 'create', receiver.url);
  return { host, receiver, run, json, endpointId: String(endpoint?.['id']) };
}

describe('trigger', () => {
  it('makes events with edits, for one endpoint', async () => {
    const { run, json, receiver, endpointId } = await commandLine();
    const edits = [
      '--set',
      'data.attemptCount=7',
      '--set',
      'data.state=a=b',
      '--unset',
      'data.metadata',
    ];
    await run('trigger', TYPE, ...edits, '--external-id', 'c 1', '--count', '2');
    const only = await json('trigger', TYPE, '--endpoint', endpointId, '--fault', 'bad-signature');
    expect(only).toMatchObject([{ events: [{ deliveryIds: [expect.any(String)] }] }]);
    await run('clock', 'settle');
    const events = receiver.deliveries.map(({ bytes }) => JSON.parse(bytes.toString()));
    expect(events).toHaveLength(3);
    expect(events[0].data).toMatchObject({ attemptCount: 7, state: 'a=b', externalId: 'c 1' });
    expect(events[0].data).not.toHaveProperty('metadata');
    expect(events[2].data.externalId).toBe('clinician-1');
    const [delivery] = await json('deliveries', 'list', '--limit', '1');
    const [shown] = await json('deliveries', 'get', String(delivery?.['id']));
    expect(shown).toMatchObject({ attempts: [{ fault: 'bad_signature' }] });
  });

  it('says that no endpoint takes an event, and what a frozen clock needs', async () => {
    const { run, endpointId } = await commandLine();
    expect((await run('trigger', TYPE)).out).toMatch(
      /^evt_\w+: dlv_\w+\nThe clock is frozen\. .*: screening-sandbox clock settle\n$/,
    );
    await run('endpoints', 'delete', endpointId);
    expect((await run('trigger', TYPE)).out).toMatch(/^evt_\w+: no endpoint takes it\n$/);
  });

  it('takes the type and the data of a file, and the type of the command line first', async () => {
    const { run, json } = await commandLine();
    const file = join(scratchFolder(), 'event.json');
    const data = { externalId: 'from-file', formData: { licenseNumber: 'RN1' } };
    writeFileSync(file, JSON.stringify({ type: 'document_verification.failed', data }));
    await run('trigger', '--file', file);
    await run('trigger', TYPE, '--file', file, '--external-id', 'from-option');
    expect(await json('events', 'list')).toMatchObject([
      { type: TYPE, data: { ...data, externalId: 'from-option' } },
      { type: 'document_verification.failed', data },
    ]);
  });

  it.each([
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big-endian', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('takes a file in %s, as Windows writes it', async (_name, encode) => {
    const { run, json } = await commandLine();
    const file = join(scratchFolder(), 'event.json');
    writeFileSync(file, encode(JSON.stringify({ type: TYPE, data: { externalId: 'Zoë' } })));
    await run('trigger', '--file', file);
    expect(await json('events', 'list')).toMatchObject([{ data: { externalId: 'Zoë' } }]);
  });

  it('takes an event of standard input', async () => {
    const { host, json } = await commandLine();
    const input = Buffer.from(`\ufeff{"type":"${TYPE}","data":{"externalId":"Zoë"}}`, 'utf16le');
    const args = ['trigger', '--file', '-'];
    expect(await runCommand(args, host, { input })).toMatchObject({ exit: 0 });
    expect(await json('events', 'list')).toMatchObject([{ data: { externalId: 'Zoë' } }]);
    expect(await runCommand(args, host, { input: '{}' })).toMatchObject({
      err: 'error: --file: standard input does not contain an event: a JSON object with "data".\n',
    });
  });

  it('--set takes the type of the field, and := takes JSON; the last of one path counts', async () => {
    const { run, json } = await commandLine();
    const edits = [
      'data.externalId=12345',
      'data.state=true',
      'data.errorMessage=null',
      'data.metadata.a\\.b=007',
      'data.formData.n=1',
      'data.formData.n:=2',
      'data.attemptCount=7',
      'data.verified=false',
      'data.verificationFileUploads.0=123e5',
    ];
    const { err } = await run('trigger', TYPE, ...edits.flatMap((edit) => ['--set', edit]));
    expect(err).toBe('');
    expect(await json('events', 'list')).toMatchObject([
      {
        data: {
          externalId: '12345',
          state: 'true',
          errorMessage: 'null',
          metadata: { 'a.b': '007', orderId: 'order-1' },
          formData: { n: 2 },
          attemptCount: 7,
          verified: false,
          verificationFileUploads: ['123e5'],
        },
      },
    ]);
    const typo = await run('trigger', TYPE, '--set', 'data.externalID=1', '--count', '2');
    expect(typo.err).toBe(
      'warning: --set: the event had no data.externalID, so it was added; did you mean data.externalId?\n',
    );
  });

  it('orders verifications', async () => {
    const { run, json } = await commandLine();
    const args = ['trigger', 'document_verification.failed', '--via', 'api'];
    const [made] = await json(...args, '--external-id', 'c1');
    expect(made).toMatchObject({ verificationIds: [expect.any(String)] });
    await run('clock', 'drain');
    const subject = String(made?.['verificationIds']);
    expect(await json('deliveries', 'list', '--subject', subject)).toMatchObject([
      { eventType: 'document_verification.failed', status: 'succeeded' },
    ]);
  });
});

describe('deliveries', () => {
  it('shows each attempt, and why it failed', async () => {
    const { run, json, receiver } = await commandLine();
    receiver.answers.push(503, 'hang up');
    await run('trigger', TYPE);
    await run('clock', 'advance', '1m');
    const { out: list } = await run('deliveries', 'list', '--status', 'retrying');
    const [id = ''] = /dlv_\w+/.exec(list) ?? [];
    const { out } = await run('deliveries', 'get', id);
    expect(out).toMatch(
      /#1 .* scheduled: 503 in \d+ ms\n {2}The receiver answered 503, .* It said: answer 503\n {2}Read your app.s answer, .*\.\n {2}POST http:/,
    );
    expect(out).toMatch(/Service-Signature: t=\d+,v1=[0-9a-f]{64}/);
    expect(out).toMatch(/#2 .* scheduled: connection_\w+ in \d+ ms\n {2}\w.*\.\n/);
    expect(out).toContain('"verificationId":"dv_');
    await run('clock', 'drain');
    expect((await run('deliveries', 'replay', id)).out).toContain(`${id} is replayed.`);
    await run('clock', 'settle');
    expect(await json('deliveries', 'get', id)).toMatchObject([
      { status: 'succeeded', attempts: [{}, {}, {}, { trigger: 'manual' }] },
    ]);
  });

  it('says what to do, and names what has answered in front of the receiver', async () => {
    const { run, json, receiver } = await commandLine();
    receiver.answers.push(419, 429, 403);
    await run('trigger', TYPE);
    await run('clock', 'drain');
    const [delivery] = await json('deliveries', 'list');
    const { out } = await run('deliveries', 'get', String(delivery?.['id']));
    const cure = 'Exempt this route from .*"Before you go live" of the documentation\\.\n {2}POST ';
    for (const [status, who] of [
      [419, 'a CSRF check'],
      [429, 'a rate limiter'],
    ]) {
      const said = `answered ${status}, .* It said: answer ${status}`;
      expect(out).toMatch(RegExp(`${said}\n {2}Probably ${who} in front of .*\\. ${cure}`));
    }
    expect(out).toMatch(/It said: answer 403\n {2}Compare your secret's last four .*\.\n {2}POST /);
  });

  it('an answer of the receiver cannot move the cursor', async () => {
    const { run, json } = await commandLine();
    await run('trigger', TYPE, '--set', 'data.state=\u001b[2J', '--external-id', '\u001b[2J');
    const [delivery] = await json('deliveries', 'list');
    const outputs = [
      await run('deliveries', 'get', String(delivery?.['id'])),
      await run('events', 'list'),
      await run('events', 'get', String(delivery?.['eventId'])),
    ];
    for (const { out } of outputs) {
      expect(out).toContain('[2J');
      expect(out).not.toContain('\u001b');
    }
  });
});

describe('endpoints', () => {
  it('creates, lists, pauses, resumes, tests and deletes', async () => {
    const { run, json, receiver, endpointId } = await commandLine();
    await run('endpoints', 'pause');
    await run('trigger', TYPE);
    expect(await json('deliveries', 'list')).toMatchObject([{ status: 'held' }]);
    await run('endpoints', 'resume', endpointId, '--discard');
    await run('clock', 'settle');
    expect(await json('deliveries', 'list')).toMatchObject([{ status: 'canceled' }]);
    const [test] = await json('endpoints', 'test', '--type', 'document_verification.recorded');
    expect(test).toMatchObject({ eventType: 'document_verification.recorded', test: true });
    const types = ['--events', 'document_verification.failed'];
    expect(await json('endpoints', 'create', receiver.url, '--related', ...types)).toMatchObject([
      { includeRelated: true, eventTypes: ['document_verification.failed'] },
    ]);
    expect(await json('endpoints', 'create', receiver.url, '--account')).toMatchObject([
      { owner: { type: 'account' } },
    ]);
    expect((await run('endpoints', 'delete', endpointId)).out).toContain('is deleted');
    expect(await json('endpoints', 'list')).toHaveLength(2);
  });

  it('lists each with its health, its owner and its URL', async () => {
    const { run, receiver, endpointId } = await commandLine();
    const row = async () => (await run('endpoints', 'list')).out;
    const rowOf = (health: string) =>
      new RegExp(`^endpoint .*\\n${endpointId}  ${health}  int_\\w+  ${receiver.url}\\n$`);
    expect(await row()).toMatch(rowOf('Not used yet'));
    receiver.answers.push(500);
    await run('endpoints', 'test');
    await run('clock', 'settle');
    await run('endpoints', 'pause');
    expect(await row()).toMatch(rowOf('Never worked, paused'));
  });

  it('recovers what failed since a time, by the clock of the service', async () => {
    const { run, receiver } = await commandLine();
    receiver.answers.push(...Array<number>(5).fill(500));
    await run('trigger', TYPE);
    await run('clock', 'drain');
    expect((await run('endpoints', 'recover')).out).toMatch(/^1 failed delivery since 2025-12-31T/);
    await run('clock', 'advance', '2h');
    const { out } = await run('endpoints', 'recover', '--since', '1h');
    expect(out).toMatch(/^0 failed deliveries since 2026-01-01T01:.*Z\.\n$/);
  });

  it('sends the events that an endpoint has missed', async () => {
    const { run, json, receiver } = await commandLine();
    await run('trigger', TYPE);
    await run('clock', 'settle');
    const created = await json('endpoints', 'create', receiver.url);
    const id = String(created[0]?.['id']);
    const recover = async (include: string) =>
      (await run('endpoints', 'recover', id, '--include', include)).out;
    const since = 'since 2025-12-31T.*Z';
    expect(await recover('failed')).toMatch(RegExp(`^0 failed deliveries ${since}\\.\n$`));
    expect(await recover('all')).toMatch(
      RegExp(`^0 failed deliveries and 1 missing event ${since} will be sent\\.\n`),
    );
    await run('clock', 'settle');
    expect(await recover('missing')).toMatch(RegExp(`^0 missing events ${since}\\.\n$`));
  });

  it('names the retried deliveries, and the time of the next attempt', async () => {
    const { run, json, receiver } = await commandLine();
    receiver.answers.push(...Array<number>(5).fill(500));
    await run('trigger', TYPE);
    await run('clock', 'drain');
    receiver.answers.push(500, 500, 500);
    await run('trigger', TYPE);
    await run('clock', 'settle');
    const since = (at: string) => `^0 failed deliveries since 2026-.*Z; ${at}\\.\n$`;
    const [first] = await json('deliveries', 'list', '--status', 'retrying');
    const at = String(first?.['nextAttemptAt']);
    const one = `1 is being retried, the next at ${at}`;
    expect((await run('endpoints', 'recover', '--since', '1m')).out).toMatch(RegExp(since(one)));
    await run('clock', 'advance', '10s');
    await run('trigger', TYPE);
    await run('clock', 'settle');
    const two = `2 are being retried, the next at ${at}`;
    expect(await json('endpoints', 'recover', '--since', '1m')).toMatchObject([
      { found: 0, retrying: 2, nextAttemptAt: at },
    ]);
    expect((await run('endpoints', 'recover')).out).toMatch(
      RegExp(`^1 failed delivery since 2025-.*Z will be replayed; ${two}\\.\n`),
    );
    expect(await json('endpoints', 'recover', '--since', '0s')).toMatchObject([{ retrying: 1 }]);
  });
});

describe('secret', () => {
  it('prints the secret alone, so that a shell can take it', async () => {
    const { run, json } = await commandLine();
    const { out: first, err } = await run('secret', 'show');
    expect([first, err]).toEqual([expect.stringMatching(/^whsec_\w+\n$/), '']);
    const rolled = await run('secret', 'roll', '--overlap', '1h');
    expect(rolled).toMatchObject({ out: expect.stringMatching(/^whsec_\w+\n$/) });
    expect(rolled.err).toContain('Until 2026-01-01T01:00:00.000Z');
    const shown = await run('secret', 'show');
    expect([shown.out, shown.err]).toEqual([rolled.out, expect.stringContaining(first.trim())]);
    await run('secret', 'roll', '--overlap', '0s', '--force');
    expect(await json('secret', 'show')).toMatchObject([{ previousSecret: null }]);
  });
});

it('faults are added, listed and removed', async () => {
  const { run, json, endpointId } = await commandLine();
  const match = ['--endpoint', endpointId, '--type', TYPE, '--external-id', 'c1'];
  const which = [...match, '--attempt', '2', '--nth', '3'];
  const [added] = await json('fault', 'add', 'burst', ...which, '--times', '4', '--count', '5');
  expect(added).toMatchObject({
    match: { endpointId, eventType: TYPE, externalId: 'c1', attempt: 2, nth: 3 },
    timesLeft: 4,
    params: { count: 5 },
  });
  const always = ['--seconds', '0.5', '--probability', '0.5', '--times', 'always'];
  expect(
    (await run('fault', 'add', 'latency', '--operation', 'listEvents', ...always)).out,
  ).toMatch(
    /^flt_\w+: latency, always, with a probability of 0\.5, for operationId=listEvents\.\n$/,
  );
  expect((await run('fault', 'list')).out).toMatch(/latency +always +operationId=listEvents +sec/);
  await run('fault', 'remove', String(added?.['id']));
  expect((await run('fault', 'remove', '--all')).out).toBe('Removed 1.\n');
  expect((await run('fault', 'list')).out).toBe('No fault is set.\n');
  expect(await json('fault', 'kinds')).toEqual(faultKinds);
});

it('snapshots are saved, listed, restored and deleted', async () => {
  const { run, json } = await commandLine();
  await run('snapshot', 'save', 'before');
  await run('trigger', TYPE);
  await run('clock', 'advance', '1h');
  expect(await json('snapshot', 'list')).toMatchObject([{ name: 'before' }]);
  expect((await run('snapshot', 'restore', 'before')).out).toContain('2026-01-01T00:00:00.000Z');
  expect((await run('events', 'list')).out).toBe('There are no events.\n');
  await run('snapshot', 'delete', 'before');
  expect((await run('snapshot', 'list', '--json')).out).toBe('');
});

it.each(['next', 'drain', 'settle'])(
  'clock %s says that nothing is due, and when it will be',
  async (move) => {
    const { run, json } = await commandLine();
    await run('clock', 'drain');
    const { out: before } = await run('clock');
    const { out } = await run('clock', move);
    expect(out).toMatch(/^\S+Z: nothing is due: no job waits\. The clock has not moved\.\n$/);
    expect((await run('clock')).out).toBe(before);
    expect(await json('clock', move)).toMatchObject([{ ran: 0, next: null }]);
    await run('trigger', TYPE, '--fault', 'delay');
    await run('clock', 'settle');
    const later = await run('clock', 'settle');
    expect(later.out).toMatch(/nothing is due: the next job is due at \S+Z\. The clock has/);
  },
);

it('deliveries are listed by the external id of their event', async () => {
  const { run, json } = await commandLine();
  for (const id of ['c1', 'c2', 'c1', 'c1']) await run('trigger', TYPE, '--external-id', id);
  const list = (...args: string[]) => json('deliveries', 'list', '--external-id', ...args);
  const all = await json('deliveries', 'list');
  expect(await list('c1')).toEqual([all[0], all[1], all[3]]);
  expect(await list('c1', '--limit', '2')).toEqual([all[0], all[1]]);
  expect(await list('c1', '--status', 'failed')).toEqual([]);
  expect((await run('deliveries', 'list', '--external-id', 'c3')).out).toBe(
    'There are no deliveries.\n',
  );
});

it('the clock moves, and the state goes back', async () => {
  const { run, json } = await commandLine();
  expect((await run('clock')).out).toBe('2026-01-01T00:00:00.000Z, frozen\n');
  await run('trigger', TYPE, '--count', '2');
  const due = 'due: 2 delivery_attempt; the first at 2026-01-01T00:00:00.000Z';
  expect((await run('clock')).out).toBe(`2026-01-01T00:00:00.000Z, frozen\n${due}\n`);
  const data = Array(2).fill(expect.objectContaining({ kind: 'delivery_attempt', attempt: 1 }));
  expect(await json('clock')).toMatchObject([{ due: { data, total: 2, complete: true } }]);
  const job = { kind: 'final_notice', ref: 'gone', dueAt: new Date('2027-01-01') } as const;
  await service().sql.insert(jobs).values(Array(1000).fill(job));
  expect((await run('clock')).out).toContain('due: at least 2 delivery_attempt, 998 final_notice;');
  await json('reset');
  expect((await run('clock', 'to', '2026-01-02T00:00:00Z')).out).toContain('0 jobs ran');
  expect(await json('reset')).toMatchObject([{ now: '2026-01-01T00:00:00.000Z' }]);
  expect(await json('events', 'list')).toEqual([]);
});

it('a move that somebody stops says where it is, and how it continues', async () => {
  const { run, json } = await commandLine();
  const { url } = await serve(async (_request, response) => {
    await service().control('/clock/stop', {});
    response.writeHead(500).end();
  });
  const [endpoint] = await json('endpoints', 'create', url);
  await run('trigger', TYPE, '--endpoint', String(endpoint?.['id']));
  expect((await run('clock', 'advance', '1d')).out).toMatch(
    /^2026-01-01T00:00:00\.000Z: 1 job ran; .* The move was stopped at 2026-01-01T00:00:00\.000Z\. To continue: clock to 2026-01-02T00:00:00\.000Z\.\n$/,
  );
});

describe('dashboard', () => {
  it('prints a new link that signs in, and nothing else', async () => {
    const { run, json } = await commandLine();
    const { out, err } = await run('dashboard');
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login\?t=[0-9A-Za-z]{43}\n$/);
    expect(err).toBe('');
    const [link] = await json('dashboard');
    expect(link).toEqual({ url: expect.any(String), expiresAt: expect.any(String) });
    for (const url of [out.trim(), String(link?.['url'])]) {
      expect((await fetch(url, { redirect: 'manual' })).status).toBe(303);
    }
  });
});
