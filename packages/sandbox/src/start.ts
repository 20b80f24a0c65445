import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { rateLimit } from './api/rate-limit.js';
import { requestLog } from './api/request-log.js';
import { serveOperations } from './api/serve-operations.js';
import type { ServiceConfig } from './config.js';
import { serveControls } from './control/serve-controls.js';
import { serveSinks } from './control/serve-sinks.js';
import { describeApi } from './describe-api.js';
import { setClock } from './engine/clock.js';
import { commandRunner, type RunCommand } from './engine/command.js';
import { CommitSignal, signalCommits } from './engine/commit-signal.js';
import { Engine } from './engine/engine.js';
import type { ServiceUrls } from './engine/service-urls.js';
import { withApiFaults } from './faults/api-faults.js';
import { listen } from './listen.js';
import { operations } from './operations.js';
import type { AddressPolicy } from './outbound/address-policy.js';
import { checkUrl } from './outbound/check-url.js';
import { createSender } from './outbound/send.js';
import { type SeededEndpoint, seed } from './seed/seed.js';
import type { ServiceDescription } from './service-description.js';
import { allowHosts } from './site/allow-hosts.js';
import { serveStartPage } from './site/serve-start-page.js';
import { type OpenDatabase, openMemoryDatabase } from './store/connect.js';
import { countedIds, Derivation } from './store/ids.js';
import { SEEDED, saveSnapshot } from './store/snapshot.js';
import { fileUrls } from './verifications/file-url.js';
import { verificationJobs } from './verifications/jobs.js';
import { serveFiles } from './verifications/serve-file.js';
import type { SendAttempt } from './webhooks/deliveries/delivery-job.js';
import { sendInProcess } from './webhooks/deliveries/send-in-process.js';
import { webhookJobs } from './webhooks/jobs.js';

/** A running service. */
export interface Service {
  readonly description: ServiceDescription;
  /** Answers a request as the listener does, without a socket. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** What the caller of {@link startService} supplies. */
export interface ServiceDependencies {
  /** Receives the deliveries of the demo integration in place of a socket. */
  readonly deliverTo?: (request: Request) => Promise<Response>;
  /** Opens an empty database with the tables and the snapshot {@link SEEDED}; the service closes it. Default: one in memory. */
  readonly openDatabase?: () => Promise<OpenDatabase>;
  /** Called with the service's own failures. It keeps running. */
  readonly onError: (error: unknown) => void;
}

const IN_PROCESS_URL = 'http://receiver.localhost/webhooks/screening';

/**
 * Starts the service: database, engine, API, listener.
 *
 * @throws Error with the code EADDRINUSE when the port is taken; TypeError when `forwardTo` or `allowNet` is not allowed.
 * Nothing is left running.
 */
export async function startService(
  config: ServiceConfig,
  dependencies: ServiceDependencies,
): Promise<Service> {
  let service: Service | undefined;
  // First, because the service hands out its own address. Until it is ready, requests are told to try again.
  const listener = await listen(config.port, async (request) =>
    service
      ? service.fetch(request)
      : new Response('The service is starting.', { status: 503, headers: { 'retry-after': '1' } }),
  );
  try {
    const built = await buildService(config, listener.port, dependencies);
    service = {
      ...built,
      async close() {
        built.endStreams();
        await listener.close();
        await built.close();
      },
    };
    return service;
  } catch (error) {
    await listener.close();
    throw error;
  }
}

async function buildService(
  config: ServiceConfig,
  port: number,
  { deliverTo, openDatabase = openMemoryDatabase, onError }: ServiceDependencies,
): Promise<Service & { endStreams(): void }> {
  const origin = `http://127.0.0.1:${port}`;
  const startedAt = config.clock.at === undefined ? new Date() : new Date(config.clock.at);
  const derivation = new Derivation(config.rng, startedAt);
  const files = fileUrls(derivation.secret('', 'file addresses'));
  const urls: ServiceUrls = { origin, file: (id, from) => files.urlOf(origin, id, from) };
  const policy: AddressPolicy = { allowNet: config.allowNet, ownPorts: [port] };
  const sender = createSender(policy);
  const endpoint = endpointOf(config, deliverTo, policy);

  const { sql, close: closeDatabase } = await openDatabase();
  const commits = new CommitSignal();
  const runCommand = signalCommits(commandRunner(sql, derivation, urls), commits);
  await setClock(sql, { mode: config.clock.mode, now: startedAt });
  const seeded = await runCommand((command) => seed(command, endpoint));
  await saveSnapshot(sql, SEEDED, { savedAt: startedAt.toISOString(), requests: 0 });

  const send: SendAttempt = (attempt, signal) => {
    if (attempt.inProcess && deliverTo) return sendInProcess(deliverTo, attempt, signal);
    const timeoutMs = attempt.timeoutSeconds * 1000;
    return sender.send({ ...attempt, timeoutMs, signal });
  };
  const engine = new Engine({
    sql,
    runCommand,
    onError,
    handlers: { ...verificationJobs, ...webhookJobs(send, config) },
  });

  const requestIds = countedIds(derivation, 'req');
  const nextRequestId = requestIds.next;
  // What a caller changes may be due at once.
  const waking: RunCommand = async (body) => {
    const result = await runCommand(body);
    engine.wake();
    return result;
  };
  const stopping = new AbortController();
  const closing = stopping.signal;
  const controlToken = randomBytes(32).toString('base64url');
  const table = operations(policy);
  // Made for the first who asks: it takes as long as the seed.
  let document: string | undefined;
  const app = new Hono();
  app.use(allowHosts());
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/v1/openapi.json', (c) => {
    document ??= JSON.stringify(describeApi(table));
    return c.body(document, 200, { 'content-type': 'application/json' });
  });
  app.route('/', serveStartPage());
  app.route('/', serveFiles(sql, files));
  app.route(
    '/',
    serveControls({
      sql,
      engine,
      runCommand: waking,
      requestIds,
      token: controlToken,
      nextRequestId,
      onError,
    }),
  );
  app.route('/', serveSinks({ sql, runCommand, closing, nextRequestId, onError }));
  app.route(
    '/',
    serveOperations(table, {
      sql,
      runCommand: waking,
      urls,
      commits,
      rateLimit: rateLimit(config.rateLimit),
      log: requestLog(sql, onError),
      nextRequestId,
      onError,
    }),
  );

  return {
    description: { url: origin, ...seeded, controlToken },
    fetch: withApiFaults(table, { sql, runCommand, closing, nextRequestId }, async (request) =>
      app.fetch(request),
    ),
    endStreams: () => commits.close(),
    async close() {
      stopping.abort();
      await engine.close();
      await sender.close();
      await closeDatabase();
    },
  };
}

function endpointOf(
  { forwardTo }: ServiceConfig,
  deliverTo: ServiceDependencies['deliverTo'],
  policy: AddressPolicy,
): SeededEndpoint | undefined {
  if (deliverTo) return { url: forwardTo ?? IN_PROCESS_URL, inProcess: true };
  if (forwardTo === undefined) return undefined;
  const refused = checkUrl(forwardTo, policy);
  if (refused) throw new TypeError(`forwardTo: ${refused.message}`);
  return { url: forwardTo, inProcess: false };
}
