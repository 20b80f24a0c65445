import { type Context, Hono, type Next } from 'hono';
import { serveDispute } from '../capabilities/adverse-actions/index.js';
import { serveIntake } from '../capabilities/invitations/index.js';
import { type FileUrls, serveFiles, serveSession } from '../capabilities/verifications/index.js';
import type { ServiceConfig } from '../config/service-config.js';
import { type ControlDependencies, serveControls } from '../control/serve-controls.js';
import { serveSinks } from '../control/sinks.js';
import { checkPageFolder, docsFolder } from '../db/package-files.js';
import { type ApiFaultDependencies, apiFaults } from '../faults/api-faults.js';
import { ConnectionResetError } from '../http/listen.js';
import type { Operation } from '../http/operation.js';
import { Problem, toProblem } from '../http/problem.js';
import { openStreams, rateLimit } from '../http/rate-limits.js';
import type { ApiDependencies } from '../http/run-operation.js';
import { refuse, serveOperations } from '../http/serve-operations.js';
import type { ServiceParts } from '../kernel/service-parts.js';
import type { Login } from '../login/login.js';
import type { HostedDependencies } from '../pages/hosted-links.js';
import { messagePage, serviceBrand } from '../pages/message-page.js';
import { allowHosts } from './allow-hosts.js';
import { serveCheck } from './serve-check.js';
import { serveDashboard } from './serve-dashboard.js';
import { serveDocs } from './serve-docs.js';
import { type HealthChecks, serveHealth } from './serve-health.js';
import { type Metrics, serveMetrics } from './serve-metrics.js';

// These addresses are secrets that alone give access, such as a link in a mail, or one that signs in.
const SECRET = [
  '/files/*',
  '/intake/*',
  '/dispute/*',
  '/verify/*',
  '/login',
  '/login/tenant',
  '/logout',
];

interface SiteDependencies
  extends ServiceParts,
    Pick<ApiDependencies, 'authenticate' | 'log' | 'urls' | 'commits'>,
    Pick<ControlDependencies, 'engine' | 'policy' | 'requestIds' | 'token'>,
    Pick<HostedDependencies, 'pages'>,
    Pick<ApiFaultDependencies, 'changes'> {
  readonly config: ServiceConfig;
  readonly table: readonly Operation[];
  readonly describe: () => object;
  readonly login: Login;
  readonly files: FileUrls;
  readonly health: HealthChecks;
  readonly metrics: Metrics;
}

/** Serves every address of the service: pages, files, controls, sinks and the API. */
export function serveSite(site: SiteDependencies): Hono {
  const { config, describe, login, sql, files, urls } = site;
  // Made at the first request: it takes as long as the seed.
  let document: string | undefined;
  const app = new Hono();
  app.onError((error) => {
    // The listener handles this one.
    if (error instanceof ConnectionResetError) throw error;
    return refuse(toProblem(error, site), site);
  });
  // Never a redirect: a program with a wrong base URL would take the page that it leads to for an answer.
  app.notFound(() => refuse(nothingAt(urls.origin), site));
  app.route('/', serveHealth(site.health));
  const streams = openStreams();
  const { metricsToken } = config;
  app.route('/', serveMetrics({ ...site, openStreams: streams.count, metricsToken }));
  for (const path of SECRET) app.use(path, hideAddress);
  app.use(allowHosts(config.publicUrl));
  app.get('/v1/openapi.json', (c) => {
    document ??= JSON.stringify(describe());
    return c.body(document, 200, { 'content-type': 'application/json' });
  });
  const movesClock = config.storage.kind !== 'postgres' || config.storage.controls;
  app.route('/', login.routes);
  app.route('/', serveDocs(docsFolder(), login.forSession));
  app.route('/', serveCheck(checkPageFolder()));
  app.route('/', serveFiles(sql, files, site.onError));
  app.route('/', serveHosted({ ...site, origin: urls.origin }));
  app.route(
    '/',
    serveControls({
      ...site,
      movesClock,
      isForOthers: config.password !== undefined,
      authenticateSession: login.authenticate,
      forgetSessions: login.forgetSessions,
    }),
  );
  app.route('/', serveSinks(site));
  const api = {
    ...site,
    previewEvents: config.previewEvents ?? false,
    logsBodies: config.logBodies ?? !isStaging(config),
    rateLimit: rateLimit(config.rateLimit),
    streams,
    countAnswer: site.metrics.countAnswer,
    withFault: apiFaults(site),
  };
  app.route('/', serveOperations(site.table, api));
  app.route('/', serveDashboard(login.forSession));
  return app;
}

/** Whether a service is for others too: they can reach it, or other processes can reach its database. */
function isStaging({ password, storage }: ServiceConfig): boolean {
  return password !== undefined || storage.kind === 'postgres';
}

function nothingAt(origin: string): Problem {
  return new Problem(
    'route_not_found',
    `No operation has this address. The base URL of the API is ${origin}, and each path begins with /v1/: see ${origin}/v1/openapi.json.`,
    {},
    { 'cache-control': 'no-store' },
  );
}

/** Forbids caching, and sends no referrer to linked pages. */
async function hideAddress({ header }: Context, next: Next): Promise<void> {
  await next();
  header('cache-control', 'no-store');
  header('referrer-policy', 'no-referrer');
}

/** The pages for candidates. */
function serveHosted(dependencies: HostedDependencies): Hono {
  const app = new Hono();
  app.onError((error, c) => {
    dependencies.onError(error);
    return messagePage(c, 500, serviceBrand, {
      title: 'The service has failed',
      text: 'Try again later.',
    });
  });
  app.route('/', serveIntake(dependencies));
  app.route('/', serveDispute(dependencies));
  app.route('/', serveSession(dependencies));
  return app;
}
