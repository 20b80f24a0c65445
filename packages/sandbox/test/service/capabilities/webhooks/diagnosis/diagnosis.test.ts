import { createServer } from 'node:net';
import { faults } from '@screening-webhooks/testing/faults';
import { eq } from 'drizzle-orm';
import { serve } from 'screening-webhooks-test-support/serve';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { webhookAttempts, webhookEndpoints } from '../../../../../src/service/db/schema/index.js';
import { createEndpoint } from '../../../../support/orders.js';
import { recordingReceiver } from '../../../../support/recording-receiver.js';
import { recordsOf, sharedService } from '../../../../support/service.js';

type Json = Readonly<Record<string, unknown>>;

const receiver = recordingReceiver();
let deliverTo = receiver.deliverTo;
const service = sharedService((request) => deliverTo(request));
const eventType = 'document_verification.completed';
const own = () => ({
  id: service().description.endpoints[0]?.id ?? '',
  secret: service().description.endpoints[0]?.secret ?? '',
});

beforeEach(() => {
  deliverTo = receiver.deliverTo;
  receiver.restart(own().secret);
});

/** Sends a test event, with a single attempt, and returns the attempts of its delivery. */
async function attemptsTo(endpointId: string): Promise<readonly Json[]> {
  const path = `/v1/webhook-endpoints/${endpointId}/test`;
  const { id } = await service().send('POST', path, { eventType });
  await service().control('/clock', { settle: true });
  return attemptsOf(String(id));
}

async function attemptsOf(deliveryId: string): Promise<readonly Json[]> {
  return recordsOf(
    (await service().send('GET', `/v1/webhook-deliveries/${deliveryId}`))['attempts'],
  );
}

async function diagnosisAt(url: string): Promise<unknown> {
  const { id } = await createEndpoint(service(), url);
  return (await attemptsTo(id))[0]?.['diagnosis'];
}

/** A peer that writes to each connection, or closes it. @returns its port. */
async function startPeer(answer: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (answer === '') socket.once('data', () => socket.resetAndDestroy());
    else socket.end(answer);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port.');
  return address.port;
}

const message = (part: string): unknown => expect.stringContaining(part);

describe('an attempt that is answered', () => {
  const answers: readonly (readonly [
    number,
    Record<string, string>,
    string,
    string | null,
    string,
  ])[] = [
    [204, {}, 'acknowledged', null, ''],
    [302, { location: '/ok?a=1' }, 'redirected', 'use_final_address', '/ok?a=1 as the endpoint'],
    [304, {}, 'redirected', 'use_final_address', 'Answer at the address itself'],
    [302, { location: '/login' }, 'redirected', 'exempt_route', 'Probably a login'],
    [400, {}, 'bad_request', 'compare_secret', 'four characters'],
    [401, {}, 'unauthorized', 'compare_secret', 'four characters'],
    [401, { 'www-authenticate': 'Basic' }, 'unauthorized', 'exempt_route', 'Probably a login'],
    [403, {}, 'forbidden', 'compare_secret', 'four characters'],
    [404, {}, 'not_found', 'add_route', 'Add the route POST /webhooks'],
    [405, {}, 'method_not_allowed', 'accept_post', 'Let /webhooks accept POST'],
    [413, {}, 'too_large', 'accept_body', 'bytes'],
    [415, {}, 'unsupported_media_type', 'accept_json', 'application/json'],
    [418, {}, 'client_error', 'read_app_log', 'its log'],
    [429, { 'retry-after': '7' }, 'rate_limited', 'exempt_route', 'rate limiter'],
    [500, {}, 'server_error', 'read_app_log', 'its log'],
    [503, {}, 'server_error', 'read_app_log', 'its log'],
    [599, {}, 'server_error', 'read_app_log', 'its log'],
  ];

  it.each(answers)('with %i %j', async (status, headers, code, next, words) => {
    const { url, port } = await serve((_req, res) => void res.writeHead(status, headers).end());
    const { id, secret } = await createEndpoint(service(), `${url}/webhooks?token=1`);
    const [attempt] = await attemptsTo(id);
    expect(attempt?.['diagnosis']).toMatchObject({
      verdict: { code: 'genuine', secretHint: secret.slice(-4) },
      cause: { code, status, host: '127.0.0.1', port, fault: null },
      next: next === null ? null : { code: next, message: message(words) },
    });
    const { location, retryAfterSeconds } = Object(Object(attempt?.['diagnosis']).cause);
    const target = headers['location'];
    expect(location).toBe(code === 'redirected' && target ? `${url}${target}` : null);
    expect(retryAfterSeconds).toBe(status === 429 ? 7 : null);
    expect(JSON.stringify(attempt?.['diagnosis'])).not.toContain(secret);
  });

  it('by a receiver of the toolkit that has another secret: the last four characters tell', async () => {
    receiver.restart('whsec_of_somebody_else');
    const [attempt] = await attemptsTo(own().id);
    const hint = own().secret.slice(-4);
    expect(attempt).toMatchObject({
      diagnosis: {
        verdict: { code: 'genuine', message: message(hint), signedAt: attempt?.['signedAt'] },
        cause: { code: 'unauthorized' },
        next: { code: 'compare_secret', message: message(hint) },
      },
    });
  });

  it('by a receiver of the toolkit that works on the same event', async () => {
    const body = '{"outcome":"in_progress"}';
    const { url } = await serve((_req, res) => void res.writeHead(409).end(body));
    expect(await diagnosisAt(url)).toMatchObject({
      cause: { code: 'client_error' },
      next: { code: 'wait' },
    });
  });

  it.each([
    ['timestamp_too_old', 'set_clock'],
    ['signature_header_missing', 'forward_request'],
    ['body_incomplete', 'forward_request'],
    ['unsupported_encoding', 'forward_request'],
    ['event_malformed', 'read_app_log'],
  ])('by a receiver of the toolkit with %s', async (code, next) => {
    const body = JSON.stringify({ outcome: 'rejected', code });
    const { url } = await serve((_req, res) => void res.writeHead(400).end(body));
    expect(await diagnosisAt(url)).toMatchObject({ next: { code: next } });
  });
});

describe('an attempt that gets no answer', () => {
  it('nothing listens', async () => {
    expect(await diagnosisAt('http://localhost:9/')).toMatchObject({
      verdict: { code: 'genuine' },
      cause: { code: 'connection_refused', host: 'localhost', port: 9, status: null },
      next: { code: 'start_app', message: 'Start your app on port 9.' },
    });
  });

  it.each([
    [
      'it resets the connection',
      'http',
      '',
      'connection_reset',
      'keep_connection',
      'before it closes',
    ],
    [
      'it does not speak HTTP',
      'http',
      'hello\r\n\r\n',
      'invalid_response',
      'speak_http',
      'HTTP/1.1',
    ],
    [
      'it does not speak TLS',
      'https',
      'HTTP/1.1 400 Bad\r\n\r\n',
      'tls_failed',
      'correct_url',
      'Use http://localhost:',
    ],
  ])('%s', async (_name, scheme, answer, code, next, words) => {
    const port = await startPeer(answer);
    expect(await diagnosisAt(`${scheme}://localhost:${port}/`)).toMatchObject({
      cause: { code, port },
      next: { code: next, message: message(words) },
    });
  });

  it('it does not answer in time', async () => {
    const { url } = await serve(() => {});
    const { id } = await createEndpoint(service(), url);
    const { sql } = service();
    const of = eq(webhookEndpoints.id, id);
    const [row] = await sql.select().from(webhookEndpoints).where(of);
    if (!row) throw new Error('There is no endpoint.');
    const retryPolicy = { ...row.retryPolicy, timeoutSeconds: 0.05 };
    await sql.update(webhookEndpoints).set({ retryPolicy }).where(of);
    expect((await attemptsTo(id))[0]).toMatchObject({
      diagnosis: {
        cause: { code: 'timeout' },
        next: { code: 'answer_first', message: message('within 0.05 s') },
      },
    });
  });

  it.each([
    ['http://169.254.169.254/', 'address_blocked', 'allow_address', 'Use a URL'],
    ['http://10.0.0.1/', 'address_blocked', 'allow_address', 'Start the service with the option'],
    ['ftp://localhost/', 'url_invalid', 'correct_url', 'Correct'],
  ])('its address is not allowed: %s', async (url, code, next, words) => {
    const { id } = await createEndpoint(service(), 'http://localhost:9/');
    await service().sql.update(webhookEndpoints).set({ url }).where(eq(webhookEndpoints.id, id));
    expect((await attemptsTo(id))[0]).toMatchObject({
      diagnosis: { cause: { code }, next: { code: next, message: message(words) } },
    });
  });

  // The causes that no socket in a test can produce.
  it.each([
    ['dns_failed', 'dns_failed', 'correct_url'],
    ['connect_timeout', 'connect_timeout', 'check_network'],
    ['connection_failed', 'connection_failed', 'check_network'],
    ['headers_invalid', 'headers_invalid', null],
    ['service_failed', 'service_failed', 'read_service_log'],
    ['aborted', 'interrupted', 'replay'],
    ['interrupted', 'interrupted', 'replay'],
  ])('the error %s', async (errorCode, code, next) => {
    const { id } = await createEndpoint(service(), 'http://localhost:9/');
    await attemptsTo(id);
    const { sql } = service();
    const [row] = await sql.select().from(webhookAttempts);
    const url = 'http://receiver.example:8080/';
    await sql.update(webhookAttempts).set({ url, errorCode, errorMessage: 'It failed.' });
    expect((await attemptsOf(row?.deliveryId ?? ''))[0]).toMatchObject({
      diagnosis: {
        cause: { code, host: 'receiver.example', port: 8080, message: 'It failed.' },
        next: next === null ? null : { code: next },
      },
    });
  });

  it('the function of a test throws', async () => {
    deliverTo = async () => {
      throw new Error('no');
    };
    expect((await attemptsTo(own().id))[0]).toMatchObject({
      diagnosis: { cause: { code: 'connection_failed' }, next: { code: 'read_app_log' } },
    });
  });

  it('it has not ended, or was interrupted', async () => {
    const { sql } = service();
    await attemptsTo(own().id);
    const [row] = await sql.select().from(webhookAttempts);
    const diagnosed = async (state: 'started' | 'interrupted') => {
      await sql.update(webhookAttempts).set({ state, responseStatus: null });
      return (await attemptsOf(row?.deliveryId ?? ''))[0]?.['diagnosis'];
    };
    expect(await diagnosed('started')).toBeNull();
    expect(await diagnosed('interrupted')).toMatchObject({
      cause: { code: 'interrupted' },
      next: { code: 'replay' },
    });
  });
});

describe('the verdict on a signature', () => {
  const roll = (body: object) =>
    service().send('POST', `/v1/webhook-endpoints/${own().id}/roll-secret`, body);

  it('made with a secret that was rolled since: the former one, then an older one', async () => {
    const { secret } = own();
    receiver.restart('whsec_of_somebody_else');
    const [attempt] = await attemptsTo(own().id);
    const [row] = await service().sql.select().from(webhookAttempts);
    const diagnosed = async () => (await attemptsOf(row?.deliveryId ?? ''))[0]?.['diagnosis'];
    expect(attempt).toMatchObject({ diagnosis: { verdict: { code: 'genuine' } } });

    const { secret: second } = await roll({});
    expect(await diagnosed()).toMatchObject({
      verdict: { code: 'former_secret', secretHint: secret.slice(-4) },
      next: { code: 'replay', message: message(String(second).slice(-4)) },
    });
    await roll({ force: true });
    expect(await diagnosed()).toMatchObject({
      verdict: { code: 'older_secret', secretHint: null },
      next: { code: 'replay' },
    });
  });

  it('while two secrets sign, it is that of the newer one', async () => {
    const { secret } = await roll({});
    expect((await attemptsTo(own().id))[0]).toMatchObject({
      diagnosis: { verdict: { code: 'genuine', secretHint: String(secret).slice(-4) } },
    });
  });

  it('says how far the signature clock is ahead of the service clock', async () => {
    const [attempt] = await attemptsTo(own().id);
    const signedAt = Date.parse(String(attempt?.['signedAt']));
    const startedAt = Date.parse(String(attempt?.['startedAt']));
    expect(attempt).toMatchObject({
      diagnosis: {
        verdict: { signedAfterStartSeconds: Math.round((signedAt - startedAt) / 1000) },
      },
    });
  });
});

describe('an attempt with a fault', () => {
  const inProcess = faults.filter(({ transferMode }) =>
    ['at once', 'hang up', 'ignore the answer'].includes(transferMode),
  );

  it.each(inProcess.map((fault) => [fault.kind, fault] as const))(
    '%s, at a receiver that is right: nothing is to be done',
    async (kind, fault) => {
      await service().control('/faults', { kind, times: 1 });
      const attempts = await attemptsTo(own().id);
      const steps = attempts.map(({ diagnosis }) => Object(Object(diagnosis).next).code);
      expect(steps.filter((code) => code !== undefined && code !== 'wait')).toEqual([]);
      const [attempt] = attempts;
      expect(attempt).toMatchObject({
        diagnosis: {
          verdict: { code: fault.counted ? 'genuine' : 'changed_by_fault' },
          cause: { fault: kind },
        },
      });
    },
  );

  it('that does not take the answer is the cause', async () => {
    await service().control('/faults', { kind: 'client_timeout', times: 1 });
    expect((await attemptsTo(own().id))[0]).toMatchObject({
      diagnosis: { cause: { code: 'fault_injected', fault: 'client_timeout' }, next: null },
    });
  });

  it.each([
    ['wrong_secret', 204, 'A correct receiver refuses this delivery.'],
    ['extra_fields', 400, 'A correct receiver acknowledges this delivery.'],
  ])('%s, answered with %i: the receiver is wrong', async (kind, status, words) => {
    receiver.failures.push(status);
    await service().control('/faults', { kind, times: 1 });
    expect((await attemptsTo(own().id))[0]).toMatchObject({
      diagnosis: { next: { code: 'handle_fault', message: message(words) } },
    });
  });
});
