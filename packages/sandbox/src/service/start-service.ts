import { authenticator } from './capabilities/keys/index.js';
import { storeRequests } from './capabilities/requests/index.js';
import { retentionEndings, retentionJob } from './capabilities/retention/index.js';
import { account } from './capabilities/tenants/index.js';
import { fileUrls } from './capabilities/verifications/index.js';
import {
  readDelivery,
  type SendAttempt,
  sendInProcess,
  watchListens,
  webhookEndings,
  webhookJobs,
} from './capabilities/webhooks/index.js';
import type { OnEvent, ServiceConfig, ServiceDescription } from './config/service-config.js';
import type { OpenDatabase } from './db/connect.js';
import { DatabaseCrashedError, isDiskFailure, isDiskFull, startError } from './db/errors.js';
import { openDatabase } from './db/open-database.js';
import { NewerTablesError, watchTables } from './db/other-tables.js';
import { isReadOnly } from './db/sql.js';
import { Engine } from './engine/engine.js';
import { keepClock } from './engine/keep-clock.js';
import { chooseRole } from './engine/role/choose-role.js';
import { Wakeup } from './engine/wakeup.js';
import { type Connection, listen } from './http/listen.js';
import type { RequestLog } from './http/run-operation.js';
import { writeBehind } from './http/write-behind.js';
import { type ClockState, readClock } from './kernel/clock.js';
import { CommitSignal, commandRunner, type ServiceUrls } from './kernel/command.js';
import type { ServiceParts } from './kernel/service-parts.js';
import { createLogin } from './login/login.js';
import { clientFinder, type FindClient } from './login/serve-login.js';
import type { SessionKeyStore } from './login/session-key.js';
import { createLoginLink } from './login/sessions.js';
import { capabilityEndings, capabilityJobs, describeApi, operations } from './operations.js';
import type { AddressPolicy } from './outbound/guard.js';
import { createSender } from './outbound/send.js';
import { hostedLinks } from './pages/hosted-links.js';
import { type HealthChecks, serveUnavailable } from './site/serve-health.js';
import { createMetrics } from './site/serve-metrics.js';
import { serveSite } from './site/serve-site.js';
import { openInstance } from './world/open-instance.js';
import { prepareState, type SeededEndpoint, seededEndpoint } from './world/prepare-state.js';

/** A running service. */
export interface Service {
  readonly description: ServiceDescription;
  /** The mode of the clock at the start. Other processes on the database may set it. */
  readonly clock: ClockState['mode'];
  /** Answers a request as the listener does, even one without a socket. */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /** Reads a delivery of the account with its attempts. @throws Problem 404 when a reset has removed it. */
  readDelivery(id: string): ReturnType<typeof readDelivery>;
  /** Stores the log of the requests that were answered. */
  flushLog(): Promise<void>;
  /**
   * Ends it. Work in progress has `limitMs` of wall time, first the requests and then the attempts. Default: 5000. A second
   * call waits for the first.
   */
  close(limitMs?: number): Promise<void>;
}

/** The parts that the caller of {@link startService} supplies. */
export interface ServiceDependencies {
  /** Receives the deliveries of the demo integration in place of a socket. */
  readonly deliverTo?: (request: Request) => Promise<Response>;
  /** Opens a database with the tables; the service closes it. Default: the one of the configuration. */
  readonly openDatabase?: () => Promise<OpenDatabase>;
  /** The key by which the next start on a port recognizes the sessions of this one. Default: each start has its own. */
  readonly sessionKey?: ((port: number) => SessionKeyStore) | undefined;
  /** Called with the service's own failures. It keeps running. */
  readonly onError: (error: unknown) => void;
  /** Called for every operational event, such as a delivery or a login. */
  readonly onEvent?: OnEvent;
}

const GRACE_MS = 5000;
// Extra time to record the results of aborted attempts.
const CUT_AFTER_GRACE_MS = 3000;
const CUT_EVERY_MS = 500;
// The engine loops every few seconds; its statements time out after a minute.
const UNWELL_AFTER_MS = 90_000;

/**
 * Starts the service: database, engine, API, listener.
 *
 * @throws Error with the code EADDRINUSE when the port is taken, EADDRNOTAVAIL when this machine does not have `host`;
 * TypeError when `forwardTo`, `allowNet` or `trustProxy` is not allowed. Nothing is left running.
 */
export async function startService(
  config: ServiceConfig,
  dependencies: ServiceDependencies,
): Promise<Service> {
  let service: Service | undefined;
  // First, because the service hands out its own address. Until it is ready, requests are told to try again.
  const starting = serveUnavailable('starting', 'The service is starting.');
  const listener = await listen(config, async (request, connection) =>
    (service ?? starting).fetch(request, connection),
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
  const findClient = clientFinder(config.trustProxy);
  let others: OpenDatabase['others'];
  const policy: AddressPolicy = {
    allowNet,
    ownPorts: { includes: (each) => each === port || (others?.havePort(each) ?? false) },
    publicUrl,
    isForOthers: config.password !== undefined,
  };
  const endpoint = seededEndpoint(config, deliverTo !== undefined, policy);
  const database = await open();
  ({ others } = database);
  try {
    await others?.sharePort(port);
    return await serveDatabase(config, port, dependencies, database, policy, endpoint, findClient);
  } catch (error) {
    await database.close();
    throw startError(error);
  }
}

async function serveDatabase(
  config: ServiceConfig,
  port: number,
  { deliverTo, sessionKey, onError: report, onEvent: tell }: ServiceDependencies,
  { sql, transact, changes, others, cut, close: closeDatabase }: OpenDatabase,
  policy: AddressPolicy,
  endpoint: SeededEndpoint | undefined,
  findClient: FindClient,
): Promise<Service & { endStreams(): void }> {
  let diskFullAt: number | undefined;
  const onError = (error: unknown): void => {
    if (isDiskFull(error)) diskFullAt = performance.now();
    // If a file of a table fails first, the database would continue, and refuse every change.
    const isEnd = config.storage.kind === 'folder' && isDiskFailure(error);
    report(isEnd ? new DatabaseCrashedError(error) : error);
  };
  const metrics = createMetrics();
  const onEvent: OnEvent = (event) => {
    metrics.onEvent(event);
    tell?.(event);
  };
  const localUrl = `http://127.0.0.1:${port}`;
  const origin = config.publicUrl ?? localUrl;
  const { identity, controlToken, fileSecret, pageSecret } = await openInstance(transact, config);
  const files = fileUrls(fileSecret);
  const pages = hostedLinks(pageSecret);
  const urls: ServiceUrls = {
    origin,
    file: (id, from) => files.urlOf(origin, id, from),
    hosted: (page, id) => pages.urlOf(origin, page, id),
  };
  const sender = createSender(policy);
  const commits = new CommitSignal();
  const wakeup = new Wakeup();
  const wake = (): void => wakeup.signal();
  changes?.onWork(wake);
  const notify = (): void => {
    commits.notify();
    // The commit may have made work due.
    if (!changes) wake();
  };
  others?.onNotify(notify);
  // Every commit passes here, so that the streams, the engine and the other processes learn of it.
  const onCommit = (): void => {
    notify();
    others?.notify();
  };
  const { previewEvents } = config;
  const runCommand = commandRunner(
    transact,
    identity,
    urls,
    previewEvents,
    onCommit,
    changes,
    config.storage.kind === 'memory',
  );
  const table = operations(policy);
  const capabilities = { operations: table, jobs: capabilityJobs };
  const access = await runCommand((command) =>
    prepareState(command, config, endpoint, capabilities),
  );
  const { url: dashboardUrl } = await runCommand(createLoginLink);
  const { mode } = await readClock(sql);

  const send: SendAttempt = (attempt, signal) => {
    if (attempt.inProcess && deliverTo) return sendInProcess(deliverTo, attempt, signal);
    const timeoutMs = attempt.timeoutSeconds * 1000;
    return sender.send({ ...attempt, timeoutMs, signal });
  };
  const engine = new Engine({
    sql,
    runCommand,
    commits,
    onError,
    wakeup,
    endings: { ...capabilityEndings, ...webhookEndings, ...retentionEndings },
    onLost: (job, reason, left) => onEvent({ event: 'job', ...job, reason, left: left ?? null }),
    longestMoveMs: (config.moveSeconds ?? Number.POSITIVE_INFINITY) * 1000,
    role: chooseRole(sql, transact, config.storage, wake, onError),
    handlers: {
      ...capabilityJobs,
      ...webhookJobs(send, config, runCommand, onEvent),
      retention: retentionJob(config.retainMs),
    },
  });

  const { requestIds } = identity;
  const stopping = new AbortController();
  const endStreams = (): void => {
    commits.close();
    stopping.abort();
  };
  const tables = watchTables(sql, others !== undefined, () => {
    onError(new NewerTablesError());
    endStreams();
    engine.close(GRACE_MS).catch(onError);
  });
  const keeper = keepClock(sql, onError);
  const listens = watchListens(sql, runCommand, onError);
  const newer = serveUnavailable('newer_schema', 'A newer version of the service is in use.');
  const { publicUrl, password } = config;
  const site: ServiceParts = {
    sql,
    runCommand,
    closing: stopping.signal,
    nextRequestId: requestIds.next,
    onError,
    onEvent,
  };
  const login = createLogin({
    ...site,
    publicUrl,
    password,
    sessionKey: sessionKey?.(port),
    findClient,
  });
  const log: RequestLog = writeBehind((requests) => storeRequests(sql, requests), onError);
  const health: HealthChecks = {
    dead() {
      if (engine.msSinceLoop() > UNWELL_AFTER_MS) return 'engine_stalled';
      const isFull = diskFullAt !== undefined && performance.now() - diskFullAt < UNWELL_AFTER_MS;
      return isFull ? 'disk_full' : undefined;
    },
    async unready() {
      if (stopping.signal.aborted) return tables.areNewer ? 'newer_schema' : 'draining';
      if (await tables.check()) return 'newer_schema';
      return (await isReadOnly(sql)) ? 'database_read_only' : undefined;
    },
  };
  const app = serveSite({
    ...site,
    config,
    table,
    describe: () => describeApi(table, origin),
    authenticate: authenticator(sql, changes, login.authenticate),
    login,
    engine,
    policy,
    log,
    urls,
    files,
    pages,
    commits,
    changes,
    requestIds,
    health,
    metrics,
    token: controlToken,
  });

  return {
    description: {
      url: origin,
      ...(origin === localUrl ? {} : { localUrl }),
      ...access,
      controlToken,
      dashboardUrl,
    },
    clock: mode,
    fetch: async (request, connection = { peer: undefined }) =>
      (tables.areNewer ? newer : app).fetch(request, connection),
    readDelivery: (id) => readDelivery(sql, account, id),
    flushLog: log.flush,
    endStreams,
    async close(limitMs = GRACE_MS) {
      tables.close();
      const since = performance.now();
      // A database that does not answer would hold up the stop forever.
      const cutting = setInterval(() => {
        if (performance.now() - since > limitMs + CUT_AFTER_GRACE_MS) cut?.();
      }, CUT_EVERY_MS);
      // State in memory is lost anyway.
      await engine.close(config.storage.kind === 'memory' ? 0 : limitMs);
      await keeper.close();
      await listens.close();
      await sender.close();
      await log.flush();
      await closeDatabase();
      clearInterval(cutting);
    },
  };
}
