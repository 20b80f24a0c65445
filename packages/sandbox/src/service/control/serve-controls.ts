import { type Context, Hono } from 'hono';
import { matchedRoutes } from 'hono/route';
import { account } from '../capabilities/tenants/index.js';
import { acceptsJson } from '../http/operation.js';
import { ANSWERED_FOR, type AuthenticateSession } from '../http/principal.js';
import { Problem, problemResponse, toProblem } from '../http/problem.js';
import { parseJson, readBody } from '../http/read-body.js';
import { readQuery } from '../http/read-input.js';
import { honoPath, refuseOtherMethods } from '../http/serve-operations.js';
import { ClockHeldError } from '../kernel/clock.js';
import { isSameText } from '../kernel/identity.js';
import type { ServiceParts } from '../kernel/service-parts.js';
import { type Control, type ControlContext, controlsDisabled } from './control.js';
import { controls } from './controls.js';

export interface ControlDependencies extends Omit<ControlContext, 'tenantId'>, ServiceParts {
  readonly token: string;
  readonly authenticateSession: AuthenticateSession;
}

/**
 * The controls that the real service does not have. They take the control token or the session of the dashboard, never an API
 * key.
 */
export function serveControls(dependencies: ControlDependencies) {
  const app = new Hono<{ Variables: { tenantId: string } }>();
  app.use('/_sandbox/*', async (c, next) => {
    const tenantId = await findActingTenant(c, dependencies);
    if (tenantId === undefined) {
      throw new Problem('control_token_invalid', 'Send the control token: Authorization: Bearer …');
    }
    c.set('tenantId', tenantId);
    await next();
    c.header(ANSWERED_FOR, tenantId);
  });
  for (const each of controls) {
    app.on(each.method, honoPath(each.path), (c) =>
      serve(each, c, { ...dependencies, tenantId: c.var.tenantId }),
    );
  }
  app.get('/_sandbox', (c) =>
    c.json({ data: controls.map(({ method, path, summary }) => ({ method, path, summary })) }),
  );
  refuseOtherMethods(app, controls, 'control');
  app.all('/_sandbox/*', () => {
    throw new Problem('route_not_found', 'There is no such control. GET /_sandbox lists them.');
  });
  app.onError((error, c) => {
    const isHeld = error instanceof ClockHeldError;
    const problem = isHeld
      ? new Problem('clock_held', error.message)
      : toProblem(error, dependencies);
    const requestId = dependencies.nextRequestId();
    // Not the requested path, which can have any text.
    const routes = new Set(matchedRoutes(c).map(({ path }) => path));
    const { path: control = null } = controls.find((one) => routes.has(honoPath(one.path))) ?? {};
    const { method } = c.req;
    const { status, code } = problem;
    dependencies.onEvent({ event: 'control_refused', requestId, method, control, status, code });
    return problemResponse(problem, requestId);
  });
  return app;
}

async function serve(each: Control, c: Context, context: ControlContext): Promise<Response> {
  const bytes =
    each.method === 'GET' ? undefined : await readBody(c.req.raw, { accepts: acceptsJson });
  const body = bytes && parseJson(bytes);
  const query = readQuery(c.req.url);
  const run = each.prepare({ params: c.req.param(), query, body });
  if (each.movesClock && !context.movesClock) throw controlsDisabled();
  if (each.secret) c.header('cache-control', 'no-store');
  return c.json(await run(context), each.status);
}

/**
 * Finds the tenant that the caller acts as. Resolves with `undefined` if the caller may not use the controls.
 *
 * @throws Problem when a session does not count.
 */
async function findActingTenant(
  c: Context,
  { token, authenticateSession }: ControlDependencies,
): Promise<string | undefined> {
  const authorization = c.req.header('authorization');
  if (authorization === undefined) return (await authenticateSession(c.req.raw))?.tenant.id;
  return isSameText(`Bearer ${token}`, authorization) ? account.tenantId : undefined;
}
