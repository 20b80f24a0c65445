import { Hono } from 'hono';
import { except } from 'hono/combine';
import { type FileUrls, serveFiles } from '../capabilities/verifications/index.js';
import type { ServiceConfig } from '../config/service-config.js';
import { serveControls } from '../control/serve-controls.js';
import { serveSinks } from '../control/sinks.js';
import { isAnswering } from '../db/is-answering.js';
import { docsFolder } from '../db/package-files.js';
import type { Sql } from '../db/sql.js';
import type { Engine } from '../engine/engine.js';
import { apiFaults } from '../faults/api-faults.js';
import { ConnectionResetError } from '../http/listen.js';
import { openStreams } from '../http/open-streams.js';
import type { Operation } from '../http/operation.js';
import type { Authenticate } from '../http/principal.js';
import { problemResponse } from '../http/problem.js';
import { rateLimit } from '../http/rate-limit.js';
import type { RequestLog } from '../http/request-log.js';
import { serveOperations } from '../http/serve-operations.js';
import { toProblem } from '../http/to-problem.js';
import type { RunCommand } from '../kernel/command.js';
import type { CommitSignal } from '../kernel/commit-signal.js';
import type { Identity } from '../kernel/identity.js';
import type { ServiceUrls } from '../kernel/service-urls.js';
import type { Login } from '../login/login.js';
import type { HostedLinks } from '../pages/hosted-links.js';
import { allowHosts } from './allow-hosts.js';
import { serveDashboard } from './serve-dashboard.js';
import { serveDocs } from './serve-docs.js';
import { serveHosted } from './serve-hosted.js';

// Each asks for a secret of its own, or gives nothing away. What is not named here needs a session of the dashboard.
const OPEN = [
  '/v1/*',
  '/_sandbox/*',
  '/files/*',
  '/intake/*',
  '/dispute/*',
  '/verify/*',
  '/sink/*',
  '/assets/*',
  '/theme.js',
  '/icon.svg',
  '/docs/:version/:file',
  '/healthz',
  '/login',
  '/login/tenant',
  '/logout',
];

/** What the service answers requests with. */
interface SiteDependencies {
  readonly config: ServiceConfig;
  readonly table: readonly Operation[];
  /** Makes the OpenAPI document of the table. */
  readonly describe: () => object;
  readonly sql: Sql;
  readonly authenticate: Authenticate;
  readonly login: Login;
  readonly engine: Engine;
  readonly log: RequestLog;
  /** Runs a command, and wakes the engine when it has committed. */
  readonly runCommand: RunCommand;
  readonly urls: ServiceUrls;
  readonly files: FileUrls;
  readonly pages: HostedLinks;
  readonly commits: CommitSignal;
  /** The signal of every change. Undefined: other processes change the database, too. */
  readonly ownCommits: CommitSignal | undefined;
  /** Aborted when the service stops. */
  readonly closing: AbortSignal;
  readonly requestIds: Identity['requestIds'];
  readonly controlToken: string;
  readonly onError: (error: unknown) => void;
}

/** All that the service answers: pages, files, controls, sinks and the API. */
export function serveSite({
  config,
  table,
  describe,
  sql,
  authenticate,
  login,
  engine,
  log,
  runCommand,
  urls,
  files,
  pages,
  commits,
  ownCommits,
  closing,
  requestIds,
  controlToken,
  onError,
}: SiteDependencies): Hono {
  const nextRequestId = requestIds.next;
  // Made for the first who asks: it takes as long as the seed.
  let document: string | undefined;
  const app = new Hono();
  app.onError((error) => {
    // It is for the listener.
    if (error instanceof ConnectionResetError) throw error;
    return problemResponse(toProblem(error, { onError }), nextRequestId());
  });
  // Load balancers ask for an address in place of the name.
  app.get('/healthz', async (c) =>
    (await isAnswering(sql))
      ? c.json({ status: 'ok' })
      : c.json({ status: 'the database does not answer' }, 503),
  );
  app.use(allowHosts(config.publicUrl));
  app.use(except(OPEN, login.requireSession));
  app.get('/v1/openapi.json', (c) => {
    document ??= JSON.stringify(describe());
    return c.body(document, 200, { 'content-type': 'application/json' });
  });
  app.route('/', login.routes);
  app.route('/', serveDocs(docsFolder(), login.readSession));
  app.route('/', serveFiles(sql, files));
  app.route('/', serveHosted({ sql, runCommand, pages, origin: urls.origin, onError }));
  app.route(
    '/',
    serveControls({
      sql,
      engine,
      log,
      runCommand,
      movesClock: config.storage.kind !== 'postgres' || config.storage.controls,
      requestIds,
      token: controlToken,
      authenticateSession: login.authenticate,
      nextRequestId,
      onError,
    }),
  );
  app.route('/', serveSinks({ sql, runCommand, closing }));
  app.route(
    '/',
    serveOperations(table, {
      sql,
      authenticate,
      runCommand,
      urls,
      previewEvents: config.previewEvents ?? false,
      commits,
      rateLimit: rateLimit(config.rateLimit),
      streams: openStreams(),
      log,
      nextRequestId,
      withFault: apiFaults({ sql, runCommand, commits: ownCommits, closing, nextRequestId }),
      onError,
    }),
  );
  app.route('/', serveDashboard(login.readSession));
  return app;
}
