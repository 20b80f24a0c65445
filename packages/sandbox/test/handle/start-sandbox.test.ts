import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { SandboxError } from '../../src/handle/call-service.js';
import { launchSandbox, type Sandbox } from '../../src/handle/sandbox.js';
import { bundle } from '../support/bundle-worker.js';
import { deferred } from '../support/deferred.js';

const created = { documentConfigSlug: 'rn-license', state: 'CA' };
let file: string;
let sandbox: Sandbox;
let deliverTo: (request: Request) => Response | Promise<Response>;

beforeAll(async () => {
  file = await bundle('test/support/fake-worker.ts', 'fake-worker.mjs');
  sandbox = await launchSandbox({ deliverTo: (request) => deliverTo(request) }, file);
});
beforeEach(async () => {
  deliverTo = () => new Response();
  await sandbox.reset();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => sandbox.close());

/** The error of a call. Fails if there is none. */
async function errorOf(call: Promise<unknown>): Promise<SandboxError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof SandboxError) return error;
  throw new Error('no SandboxError', { cause: error });
}

it('describes the service', () => {
  const { url, keys, secrets, endpoints } = sandbox;
  expect({ url, keys, secrets }).toEqual({
    url: 'http://127.0.0.1:4010',
    keys: { full: 'bss_full_fake', candidate: 'bss_cand_fake' },
    secrets: ['whsec_sbx_fake'],
  });
  expect(endpoints).toMatchObject([{ id: 'we_fake', url: 'http://receiver.localhost/' }]);
});

it('hands deliveries to a function of the test, as the clock moves', async () => {
  const bodies: unknown[] = [];
  deliverTo = async (request) => {
    bodies.push([request.method, request.url, await request.json()]);
    return new Response('', { status: 202 });
  };
  const verification = await sandbox.verifications.create(created);
  expect(verification).toMatchObject({ verificationId: 'dv_1', integrationId: 'int_fake' });
  const move = await sandbox.clock.advance('15m');
  expect(move).toMatchObject({ ran: 1, deliveries: { succeeded: 1, failed: 0 }, next: null });
  expect(bodies).toEqual([['POST', 'http://receiver.localhost/', { verificationId: 'dv_1' }]]);
  expect(await sandbox.deliveries.of(verification)).toMatchObject([
    { status: 'succeeded', attemptCount: 1 },
  ]);
});

it('answers calls that a delivery makes', async () => {
  const seen: unknown[] = [];
  deliverTo = async () => {
    seen.push(await sandbox.verifications.get('dv_1'));
    return new Response();
  };
  await sandbox.verifications.create(created);
  await sandbox.clock.advance('1m');
  expect(seen).toMatchObject([{ verificationId: 'dv_1' }]);
});

it('records what a receiver throws as a failed delivery', async () => {
  deliverTo = () => {
    throw new RangeError('a bug of the receiver');
  };
  const verification = await sandbox.verifications.create(created);
  await sandbox.clock.next();
  expect(await sandbox.deliveries.of(verification.verificationId)).toMatchObject([
    { status: 'failed', attempts: [{ error: { message: 'RangeError: a bug of the receiver' } }] },
  ]);
});

it('sends each move of the clock as the service takes it', async () => {
  const { clock } = sandbox;
  await clock.advance('1h30m');
  await clock.advance({ by: 'PT15M' });
  await clock.to('2026-01-31T09:00:00Z');
  await clock.to(new Date('2026-01-31T10:00:00Z'));
  await clock.next();
  await clock.drain();
  const { now } = await clock.settle();
  expect(JSON.parse(now)).toEqual([
    { advance: '1h30m' },
    { advance: 'PT15M' },
    { to: '2026-01-31T09:00:00Z' },
    { to: '2026-01-31T10:00:00.000Z' },
    { next: true },
    { drain: true },
    { settle: true },
  ]);
});

it('asks for the due work until a time, in the form that the service takes', async () => {
  const { clock } = sandbox;
  for (const until of ['1h30m', '2026-01-31T09:00:00+01:00', new Date('2026-01-31T10:00:00Z')]) {
    const iso = until instanceof Date ? until.toISOString() : until;
    expect(await clock.due(until)).toEqual({ data: [], until: iso });
  }
  expect(await clock.due()).toEqual({ data: [] });
});

it('lists, gets, submits and cancels verifications', async () => {
  const { verifications } = sandbox;
  await verifications.create({ ...created, externalId: 'clinician 7&8', integrationId: 'int_own' });
  const list = await verifications.list({ externalId: 'clinician 7&8' });
  expect(list).toMatchObject({ object: 'list', data: [{ integrationId: 'int_own' }] });
  expect((await verifications.list({ externalId: 'another' })).data).toEqual([]);
  expect((await verifications.list()).data).toHaveLength(1);
  expect(await verifications.get('dv_1')).toMatchObject({ externalId: 'clinician 7&8' });
  expect(await verifications.submit('dv_1')).toMatchObject({
    action: 'submit',
    body: '{}',
  });
  const formData = { licenseNumber: 'SBX-OK-1' };
  expect(await verifications.submit('dv_1', { formData })).toMatchObject({
    body: JSON.stringify({ formData }),
  });
  expect(await verifications.cancel('a/b')).toMatchObject({ id: 'a/b', action: 'cancel' });
});

it('reads every page of deliveries, oldest first', async () => {
  for (let index = 0; index < 5; index += 1) await sandbox.verifications.create(created);
  const seen: string[] = [];
  const last = await sandbox.deliveries.waitFor(({ id }) => seen.push(id) === 5);
  expect(seen).toEqual(['dlv_1', 'dlv_2', 'dlv_3', 'dlv_4', 'dlv_5']);
  expect(last.id).toBe('dlv_5');
});

it('brings the client of the toolkit', async () => {
  await sandbox.verifications.create({ ...created, externalId: 'clinician-7' });
  const found = await sandbox.client.documentVerifications.list({ externalId: 'clinician-7' });
  expect(found.data).toMatchObject([{ verificationId: 'dv_1' }]);
});

it('rejects with the answer of the service', async () => {
  const missing = await errorOf(sandbox.verifications.get('dv_9'));
  expect(missing).toMatchObject({ code: 'refused', status: 404 });
  expect(missing.message).toContain(
    'GET /v1/document-verifications/dv_9: 404 resource_not_found The fake says no.',
  );
  const invalid = await errorOf(sandbox.verifications.create({ ...created, state: 'XX' }));
  expect(invalid).toMatchObject({ status: 422, problem: { code: 'validation_failed' } });
  expect(invalid.message).toMatch(/: 422 validation_failed\n {2}state: is not a state$/);
});

it('does not notice fake timers, another system time, or a replaced fetch', async () => {
  vi.useFakeTimers({ now: new Date('2001-01-01T00:00:00Z') });
  vi.setSystemTime(new Date('2001-02-03T04:05:06Z'));
  vi.stubGlobal('fetch', () => {
    throw new Error('intercepted');
  });
  const verification = await sandbox.verifications.create(created);
  await sandbox.clock.advance('15m');
  expect(await sandbox.deliveries.of(verification)).toMatchObject([{ status: 'succeeded' }]);
  await sandbox.client.documentVerifications.list({ externalId: 'clinician-7' });
  expect(await sandbox.api.GET('/v1/document-verifications')).toHaveProperty('data');
  expect(await sandbox.deliveries.waitFor(({ status }) => status === 'succeeded')).toBeDefined();
  await sandbox.verifications.create(created);
  expect(await errorOf(sandbox.deliveries.waitFor(() => false, { timeout: 1 }))).toMatchObject({
    code: 'timed_out',
  });
  expect(new Date(await sandbox.clock.now()).getFullYear()).toBeGreaterThan(2025);
  expect(new Date().toISOString()).toBe('2001-02-03T04:05:06.000Z');
  const other = await launchSandbox({}, file);
  await other.close();
});

it('waits for a delivery that something else causes', async () => {
  const verification = await sandbox.verifications.create(created);
  const asked = deferred<void>();
  const waiting = sandbox.deliveries.waitFor((delivery) => {
    asked.resolve();
    return delivery.status === 'succeeded';
  });
  await asked.promise;
  await sandbox.clock.advance('1m');
  expect(await waiting).toMatchObject({ verificationId: verification.verificationId });
});

it('does not wait on a frozen clock while nothing is due', async () => {
  const none = await errorOf(sandbox.deliveries.waitFor(() => true, { timeout: 3_600_000 }));
  expect(none.code).toBe('nothing_due');
  expect(none.message).toMatch(
    /^deliveries.waitFor: no delivery matched and nothing is due.\nThere are no deliveries. The clock is frozen at 20\S+, and there is no job. Cause an event, .* await sandbox.clock.advance\('15m'\)\.$/,
  );
  await sandbox.verifications.create(created);
  const due = await errorOf(sandbox.deliveries.waitFor(() => false, { timeout: 0 }));
  expect(due.code).toBe('timed_out');
  expect(due.message).toMatch(
    /no delivery matched within 0 ms\.\n(.*\n)*.*sandbox\.clock\.settle\(\)/,
  );
});

it('lists the attempts when nothing matched', async () => {
  deliverTo = () =>
    new Response('{"outcome":"rejected",\n"code":"signature_mismatch"}', { status: 401 });
  await sandbox.verifications.create(created);
  await sandbox.clock.advance('1m');
  deliverTo = () => {
    throw new Error('refused');
  };
  await sandbox.verifications.create(created);
  await sandbox.clock.advance('1m');
  const { message } = await errorOf(sandbox.deliveries.waitFor(() => false, { timeout: 0 }));
  expect(message).toContain(
    '\ndlv_1 failed\n  #1 12:00 failed 401, it said: {"outcome":"rejected", "code":"signature_mismatch"}\n',
  );
  expect(message).toContain(
    '\ndlv_2 failed\n  #1 12:01 failed connection_failed: Error: refused\n',
  );
});

it('shows the latest deliveries of many', async () => {
  for (let index = 0; index < 22; index += 1) await sandbox.verifications.create(created);
  const { message } = await errorOf(sandbox.deliveries.waitFor(() => false, { timeout: 0 }));
  expect(message).toContain('\n(2 earlier deliveries are not shown)\ndlv_3 ');
});

it('rejects arguments that are not what they should be', async () => {
  const { clock, deliveries } = sandbox;
  const reject = (call: () => Promise<unknown>, message: RegExp): Promise<void> =>
    expect(call()).rejects.toThrow(message);
  // @ts-expect-error A number has no unit.
  await reject(() => clock.advance(15), /'15m'/);
  // @ts-expect-error Nothing.
  await reject(() => clock.advance(), /clock.advance: expected a duration/);
  await reject(() => clock.to('tomorrow'), /clock.to: expected/);
  await reject(() => clock.to(new Date(Number.NaN)), /clock.to: expected/);
  await reject(() => clock.due('soon'), /clock.due: expected/);
  // @ts-expect-error A number has no unit.
  await reject(() => clock.due(15), /clock.due: expected/);
  // @ts-expect-error No id.
  await reject(() => deliveries.of({}), /deliveries.of: expected/);
  // @ts-expect-error Not a function.
  await reject(() => deliveries.waitFor('dlv_1'), /expected a function/);
  await reject(() => deliveries.waitFor(() => true, { timeout: Number.NaN }), /timeout: expected/);
});

it('refuses a bad option before a worker starts', async () => {
  await expect(launchSandbox({ port: -1 }, '/no/such/file')).rejects.toThrow(/port: expected/);
});

it('names the environment that it needs', async () => {
  vi.stubGlobal('Request', undefined);
  await expect(launchSandbox({}, '/no/such/file')).rejects.toThrow(/Use the environment `node`/);
});

it('says why the service did not start', async () => {
  const busy = await errorOf(launchSandbox({ port: 1 }, file));
  expect(busy).toMatchObject({ code: 'not_started', cause: { code: 'EADDRINUSE' } });
  expect(busy.message).toBe('the sandbox did not start: listen EADDRINUSE');
  const exit = await errorOf(launchSandbox({ port: 2 }, file));
  expect(exit.message).toBe('the sandbox did not start: the worker thread ended with exit code 7');
  const missing = await errorOf(launchSandbox({}, '/no/such/file.mjs'));
  expect(missing.message).toMatch(/^the sandbox did not start: .*no.such.file/);
});

it.each([
  ['an error', 'crash', "the sandbox's thread ended: a bug of the service"],
  ['an exit', 'exit', "the sandbox's thread ended: the worker thread ended with exit code 3"],
])('rejects pending and later calls when the thread dies of %s', async (_, externalId, message) => {
  const other = await launchSandbox({}, file);
  const pending = errorOf(other.verifications.list({ externalId: 'hang' }));
  const fatal = await errorOf(other.verifications.list({ externalId }));
  const later = [other.clock.now(), other.api.GET('/v1/integrations')];
  for (const error of [fatal, await pending, ...(await Promise.all(later.map(errorOf)))])
    expect(error).toMatchObject({ code: 'crashed', message });
  await other.close();
});

it('ends the service before its thread, which may be reading HTTP', async () => {
  const urls: string[] = [];
  const deliverTo = async ({ url }: Request) => {
    urls.push(url);
    return new Response();
  };
  const other = await launchSandbox({ deliverTo }, file);
  await other.close();
  expect(urls).toEqual(['http://receiver.localhost/stopped']);
});

it('closes once, with calls pending, and even when the service is blocked', async () => {
  for (const externalId of ['hang', 'block']) {
    const other = await launchSandbox({}, file);
    const query = { externalId };
    const pending = [
      errorOf(other.api.GET('/v1/document-verifications', { params: { query } })),
      errorOf(other.verifications.list(query)),
    ];
    await Promise.all([other.close(), other[Symbol.asyncDispose]()]);
    await other.close();
    for (const error of await Promise.all(pending))
      expect(error).toMatchObject({ code: 'closed', message: 'the sandbox is closed' });
    expect(await errorOf(other.clock.now())).toMatchObject({ code: 'closed' });
    expect(await errorOf(other.api.GET('/v1/integrations'))).toMatchObject({ code: 'closed' });
  }
});
