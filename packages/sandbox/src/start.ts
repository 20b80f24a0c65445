import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { problemResponse } from './api/problem.js';
import { rateLimit } from './api/rate-limit.js';
import { requestLog } from './api/request-log.js';
import { serveOperations } from './api/serve-operations.js';
import { toProblem } from './api/to-problem.js';
import type { ServiceConfig } from './config.js';
import { serveControls } from './control/serve-controls.js';
import { serveSinks } from './control/serve-sinks.js';
import { describeApi } from './describe-api.js';
import { type ClockState, readClock } from './engine/clock.js';
import { commandRunner, type RunCommand } from './engine/command.js';
import { CommitSignal, signalCommits } from './engine/commit-signal.js';
import { Engine } from './engine/engine.js';
import { engineRole } from './engine/role/engine-role-of.js';
import type { ServiceUrls } from './engine/service-urls.js';
import { Wakeup } from './engine/wakeup.js';
import { withApiFaults } from './faults/api-faults.js';
import type { SeededEndpoint } from './instance/demo-integration.js';
import { openInstance } from './instance/open-instance.js';
import { prepareState } from './instance/prepare-state.js';
import { listen } from './listen.js';
import { operations } from './operations.js';
import type { AddressPolicy } from './outbound/address-policy.js';
import { checkUrl } from './outbound/check-url.js';
import { createSender } from './outbound/send.js';
import type { ServiceDescription } from './service-description.js';
import { allowHosts } from './site/allow-hosts.js';
import { requirePassword } from './site/require-password.js';
import { serveStartPage } from './site/serve-start-page.js';
import type { OpenDatabase } from './store/connect.js';
import { startError } from './store/database-error.js';
import { isAnswering } from './store/is-answering.js';
import { openDatabase } from './store/open-database.js';
import { transactOn } from './store/transact.js';
import { fileUrls } from './verifications/file-url.js';
import { verificationJobs } from './verifications/jobs.js';
import { serveFiles } from './verifications/serve-file.js';
import type { SendAttempt } from './webhooks/deliveries/delivery-job.js';
import { sendInProcess } from './webhooks/deliveries/send-in-process.js';
import { webhookJobs } from './webhooks/jobs.js';

/** A running service. */
export interface Service {
  readonly description: ServiceDescription;
  /** Of the clock at the start. Other processes on the database may set it. */
  readonly clock: ClockState['mode'];
  /** Answers a request as the listener does, without a socket. */
  fetch(request: Request): Promise<Response>;
  /**
   * Ends it. What is in progress has `limitMs` of wall time, first the requests and then the attempts. Default: 5000. A second
   * call waits for the first.
   */
  close(limitMs?: number): Promise<void>;
}

/** What the caller of {@link startService} supplies. */
export interface ServiceDependencies {
  /** Receives the deliveries of the demo integration in place of a socket. */
  readonly deliverTo?: (request: Request) => Promise<Response>;
  /** Opens a database with the tables; the service closes it. Default: the one of the configuration. */
  readonly openDatabase?: () => Promise<OpenDatabase>;
  /** Called with the service's own failures. It keeps running. */
  readonly onError: (error: unknown) => void;
}

const GRACE_MS = 5000;
// For what the end of an attempt needs of the database.
const CUT_AFTER_GRACE_MS = 3000;
const CUT_EVERY_MS = 500;
const IN_PROCESS_URL = 'http://receiver.localhost/webhooks/screening';

/**
 * Starts the service: database, engine, API, listener.
 *
 * @throws Error with the code EADDRINUSE when the port is taken, EADDRNOTAVAIL when this machine does not have `host`;
 * TypeError when `forwardTo` or `allowNet` is not allowed. Nothing is left running.
 */
export async function startService(
  config: ServiceConfig,
  dependencies: ServiceDependencies,
): Promise<Service> {
  let service: Service | undefined;
  // First, because the service hands out its own address. Until it is ready, requests are told to try again.
  const listener = await listen(config, async (request) =>
    service
      ? service.fetch(request)
      : new Response('The service is starting.', { status: 503, headers: { 'retry-after': '1' } }),
  );
  try {
    const built = await buildService(config, listener.port, dependencies);
    const close = async (limitMs: number): Promise<void> => {
      built.endStreams();
      await listener.close(limitMs);
      await built.close(limitMs);
    };
    let closed: Promise<void> | undefined;
    service = {
      ...built,
      close(limitMs = GRACE_MS) {
        closed ??= close(limitMs);
        return closed;
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
  dependencies: ServiceDependencies,
): Promise<Service & { endStreams(): void }> {
  const { deliverTo, onError } = dependencies;
  const open = dependencies.openDatabase ?? (() => openDatabase(config.storage, onError));
  const { allowNet, publicUrl } = config;
  const policy: AddressPolicy = { allowNet, ownPorts: [port], publicUrl };
  const endpoint = endpointOf(config, deliverTo, policy);
  const database = await open();
  try {
    return await serveDatabase(config, port, dependencies, database, policy, endpoint);
  } catch (error) {
    await database.close();
    throw startError(error);
  }
}

async function serveDatabase(
  config: ServiceConfig,
  port: number,
  { deliverTo, onError }: ServiceDependencies,
  { sql, transact = transactOn(sql), others, cut, close: closeDatabase }: OpenDatabase,
  policy: AddressPolicy,
  endpoint: SeededEndpoint | undefined,
): Promise<Service & { endStreams(): void }> {
  const localUrl = `http://127.0.0.1:${port}`;
  const origin = config.publicUrl ?? localUrl;
  const { identity, controlToken, fileSecret } = await openInstance(sql, config);
  const files = fileUrls(fileSecret);
  const urls: ServiceUrls = { origin, file: (id, from) => files.urlOf(origin, id, from) };
  const sender = createSender(policy);
  const commits = new CommitSignal();
  const wakeup = new Wakeup();
  const runCommand = signalCommits(commandRunner(transact, identity, urls), commits, others);
  others?.onNotify(() => {
    commits.notify();
    wakeup.signal();
  });
  const access = await runCommand((command) => prepareState(command, config, endpoint));
  const { mode } = await readClock(sql);

  const send: SendAttempt = (attempt, signal) => {
    if (attempt.inProcess && deliverTo) return sendInProcess(deliverTo, attempt, signal);
    const timeoutMs = attempt.timeoutSeconds * 1000;
    return sender.send({ ...attempt, timeoutMs, signal });
  };
  const engine = new Engine({
    sql,
    runCommand,
    onError,
    wakeup,
    role: engineRole(sql, transact, config.storage, () => wakeup.signal(), onError),
    handlers: { ...verificationJobs, ...webhookJobs(send, config, runCommand) },
  });

  const { requestIds } = identity;
  const nextRequestId = requestIds.next;
  // What a caller changes may be due at once.
  const waking: RunCommand = async (body) => {
    const result = await runCommand(body);
    engine.wake();
    return result;
  };
  const stopping = new AbortController();
  const closing = stopping.signal;
  const table = operations(policy);
  // Made for the first who asks: it takes as long as the seed.
  let document: string | undefined;
  const app = new Hono();
  app.onError((error) =>
    // How Hono asks for the password.
    error instanceof HTTPException
      ? error.getResponse()
      : problemResponse(toProblem(error, { onError }), nextRequestId()),
  );
  // Load balancers ask for an address in place of the name.
  app.get('/healthz', async (c) =>
    (await isAnswering(sql))
      ? c.json({ status: 'ok' })
      : c.json({ status: 'the database does not answer' }, 503),
  );
  app.use(allowHosts(config.publicUrl));
  if (config.password !== undefined) app.use(requirePassword(config.password));
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
      movesClock: config.storage.kind !== 'postgres' || config.storage.controls,
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
    description: {
      url: origin,
      ...(origin === localUrl ? {} : { localUrl }),
      ...access,
      controlToken,
    },
    clock: mode,
    fetch: withApiFaults(table, { sql, runCommand, closing, nextRequestId }, async (request) =>
      app.fetch(request),
    ),
    endStreams() {
      commits.close();
      stopping.abort();
    },
    async close(limitMs = GRACE_MS) {
      const since = performance.now();
      // A database that does not answer would hold up the stop for good.
      const cutting = setInterval(() => {
        if (performance.now() - since > limitMs + CUT_AFTER_GRACE_MS) cut?.();
      }, CUT_EVERY_MS);
      // What is in memory is lost anyway.
      await engine.close(config.storage.kind === 'memory' ? 0 : limitMs);
      await sender.close();
      await closeDatabase();
      clearInterval(cutting);
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
