import { timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { AuthenticateSession } from '../api/authenticate.js';
import { honoPath } from '../api/hono-path.js';
import { acceptsJson } from '../api/operation.js';
import { Problem, problemResponse } from '../api/problem.js';
import { parseJson, readBody } from '../api/read-body.js';
import { toProblem } from '../api/to-problem.js';
import { ClockHeldError } from '../engine/clock-held-error.js';
import type { Control, ControlContext } from './control.js';
import { controls } from './controls.js';
import { controlsDisabled } from './controls-disabled.js';

export interface ControlDependencies extends ControlContext {
  readonly token: string;
  readonly authenticateSession: AuthenticateSession;
  readonly nextRequestId: () => string;
  readonly onError: (error: unknown) => void;
}

/**
 * The controls that the real service does not have. They take the control token or the session of the dashboard, never an API
 * key.
 */
export function serveControls(dependencies: ControlDependencies): Hono {
  const app = new Hono();
  app.use('/_sandbox/*', async (c, next) => {
    if (!(await isAuthorized(c, dependencies))) {
      throw new Problem('control_token_invalid', 'Send the control token: Authorization: Bearer …');
    }
    await next();
  });
  for (const each of controls) {
    app.on(each.method, honoPath(each.path), (c) => serve(each, c, dependencies));
  }
  app.get('/_sandbox', (c) =>
    c.json({ data: controls.map(({ method, path, summary }) => ({ method, path, summary })) }),
  );
  for (const path of new Set(controls.map((each) => each.path))) {
    const methods = controls.filter((each) => each.path === path).map(({ method }) => method);
    app.all(honoPath(path), (c) => {
      const detail = `${c.req.method} is not a method of this control. It has ${methods.join(', ')}.`;
      throw new Problem('method_not_allowed', detail, {}, { allow: methods.join(', ') });
    });
  }
  app.all('/_sandbox/*', () => {
    throw new Problem('route_not_found', 'There is no such control. GET /_sandbox lists them.');
  });
  app.onError((error) => {
    const problem =
      error instanceof ClockHeldError
        ? new Problem('clock_held', error.message)
        : toProblem(error, dependencies);
    return problemResponse(problem, dependencies.nextRequestId());
  });
  return app;
}

async function serve(each: Control, c: Context, context: ControlContext): Promise<Response> {
  const bytes =
    each.method === 'GET' ? undefined : await readBody(c.req.raw, { accepts: acceptsJson });
  const body = bytes && parseJson(bytes);
  const query = new URL(c.req.url).searchParams;
  const run = each.prepare({ params: c.req.param(), query, body });
  if (each.movesClock && !context.movesClock) throw controlsDisabled();
  return c.json(await run(context), each.status);
}

/** @throws Problem when a session does not count. */
async function isAuthorized(
  c: Context,
  { token, authenticateSession }: ControlDependencies,
): Promise<boolean> {
  const authorization = c.req.header('authorization');
  if (authorization === undefined) return (await authenticateSession(c.req.raw)) !== undefined;
  const given = Buffer.from(authorization);
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
