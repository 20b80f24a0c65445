import { recordingTerminal } from 'screening-webhooks-terminal';
import { expect, it } from 'vitest';
import { jsonLog, textLog } from '../../src/cli/start/run-service.js';
import { JobError } from '../../src/service/engine/job-failures.js';
import { hostWith, jsonLines, startCommand } from './support/run-command.js';

const PASSWORD = 'a password of the team';
const FLAGS = ['--port', '0', '--json', '--frozen', '--seed', 'none', '--log', 'json'];

/** The lines of stderr without their time, which must be one of RFC 3339. */
function logged(err: string): object[] {
  return jsonLines({ out: err }).map(({ time, ...event }) => {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    return event;
  });
}

it('--log json writes a line for each delivery, login, refused control, start and stop', async () => {
  const env = {
    SCREENING_SANDBOX_PASSWORD: PASSWORD,
    DATABASE_URL: 'postgres://app:geheim@db/app',
  };
  const running = startCommand([...FLAGS], { ...hostWith(), env });
  await running.terminal.untilPrinted('controlToken');
  const [described = {}] = jsonLines(running.terminal.printed());
  const { url, controlToken, dashboardUrl, keys, integrationId } = described as {
    readonly [Name in 'url' | 'controlToken' | 'dashboardUrl' | 'integrationId']: string;
  } & { readonly keys: { readonly full: string } };
  const control = (path: string, body: object, token = controlToken) =>
    fetch(`${url}/_sandbox/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await control('sinks/secret-sink-name', { status: 503 });
  const created = await fetch(`${url}/v1/webhook-endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.full}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      url: `${url}/sink/secret-sink-name`,
      integrationId,
      eventTypes: ['document_verification.completed'],
    }),
  });
  expect(created.status).toBe(201);
  const { id: endpointId } = await created.json();
  const triggered = await control('trigger', {
    type: 'document_verification.completed',
    data: { externalId: 'Maria Mustermann' },
  });
  expect(triggered.status, await triggered.clone().text()).toBeLessThan(300);
  await control('clock', { settle: true });
  await control('clock', { advance: 'Maria Mustermann' });
  await control('clock', { settle: true }, 'wrong-token');
  await control('nothing/Maria', {});
  await fetch(dashboardUrl, { redirect: 'manual' });
  await fetch(`${url}/login?t=${'x'.repeat(43)}`, { redirect: 'manual' });
  for (const password of [PASSWORD, 'wrong password']) {
    await fetch(`${url}/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: url },
      body: new URLSearchParams({ password }),
    });
  }
  const { out, err, exit } = await running.stop();

  expect([jsonLines({ out }).length, exit]).toEqual([1, 0]);
  const requestId = expect.stringMatching(/^req_/);
  const refusal = { event: 'control_refused', requestId, method: 'POST' };
  expect(logged(err)).toEqual([
    { event: 'warning', code: 'variable_unused' },
    { event: 'started', storage: 'memory', clock: 'frozen' },
    {
      event: 'delivery',
      deliveryId: expect.stringMatching(/^dlv_/),
      endpointId,
      attemptId: expect.stringMatching(/^att_/),
      number: 1,
      trigger: 'scheduled',
      outcome: 'failed',
      status: 'retrying',
      responseStatus: 503,
      errorCode: null,
      durationMs: expect.any(Number),
    },
    { ...refusal, control: '/_sandbox/clock', status: 422, code: 'validation_failed' },
    { ...refusal, control: '/_sandbox/clock', status: 401, code: 'control_token_invalid' },
    { ...refusal, control: null, status: 404, code: 'route_not_found' },
    { event: 'login', by: 'link', outcome: 'signed_in' },
    { event: 'login', by: 'link', outcome: 'refused' },
    { event: 'login', by: 'password', outcome: 'signed_in' },
    { event: 'login', by: 'password', outcome: 'refused' },
    { event: 'stopping', reason: 'SIGINT' },
    { event: 'stopped', reason: 'SIGINT' },
  ]);
  for (const secret of [PASSWORD, controlToken, keys.full, 'Maria', 'secret-sink', 'geheim', url]) {
    expect(err).not.toContain(secret);
  }
});

it('the log of a failure has names and codes, and no message', () => {
  const terminal = recordingTerminal();
  const cause = Object.assign(new TypeError('Maria\n    at maria@example.com (x)'), {
    code: '23505',
  });
  jsonLog(terminal).failure(new Error('Failed query: params: Maria', { cause }));
  const { err } = terminal.printed();
  expect(logged(err)).toEqual([
    {
      event: 'failure',
      job: null,
      errors: [
        { name: 'Error', code: null },
        { name: 'TypeError', code: '23505' },
      ],
      at: expect.arrayContaining([expect.stringMatching(/event-log\.test\.ts:\d+:\d+$/)]),
    },
  ]);
  expect(err).not.toMatch(/maria|\/packages\//i);
});

it('a failure of a job, and its end, name the job', () => {
  const terminal = recordingTerminal();
  const end = { event: 'job', kind: 'retention', id: 'history', reason: '23514' } as const;
  jsonLog(terminal).failure(
    new JobError({ kind: 'source_attempt', ref: 'dv_1' }, new Error('Maria')),
  );
  jsonLog(terminal).onEvent({ ...end, outcome: 'parked', left: null });
  expect(logged(terminal.printed().err)).toMatchObject([
    { event: 'failure', job: { kind: 'source_attempt', id: 'dv_1' } },
    { ...end, outcome: 'parked', left: null },
  ]);
  const plain = recordingTerminal();
  textLog(plain).onEvent({ ...end, outcome: 'parked', left: null });
  textLog(plain).onEvent({ ...end, outcome: 'ended', left: null });
  textLog(plain).onEvent({ ...end, outcome: 'ended', left: 2 });
  expect(plain.printed().err).toBe(
    [
      'screening-sandbox: the job retention of history is parked: it has failed too often (23514). Release it with `screening-sandbox clock release`.\n',
      'screening-sandbox: the job retention of history has ended: it has failed too often (23514).\n',
      'screening-sandbox: the job retention of history has left 2 of its members as they were (23514).\n',
    ].join(''),
  );
});
