import { type Context, Hono } from 'hono';
import { answerRequest } from './answer-request.js';
import type { ApiDependencies } from './api-dependencies.js';
import { answerPreflight } from './cors.js';
import { honoPath } from './hono-path.js';
import type { Operation } from './operation.js';
import { Problem, problemResponse } from './problem.js';
import { toProblem } from './to-problem.js';

/** The routes of the API: its operations, the preflights of those that pages may call, and refusals of everything else. */
export function serveOperations(operations: readonly Operation[], api: ApiDependencies): Hono {
  const app = new Hono();
  for (const operation of operations) {
    const path = honoPath(operation.path);
    app.on(operation.method, path, (c) =>
      api.withFault(operation.id, () => answerRequest(operation, c, api)),
    );
    if (operation.fromPages) {
      app.options(path, (c, next) => {
        const origin = c.req.header('origin');
        return origin === undefined ? next() : preflight(origin, api);
      });
    }
  }
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const allowed = operations.filter((operation) => operation.path === path);
    const methods = allowed.map(({ method }) => method).join(', ');
    app.all(honoPath(path), (c) => refuse(methodNotAllowed(c, methods), api));
  }
  app.all('/v1/*', () => {
    const detail = 'No operation has this path. See /v1/openapi.json.';
    return refuse(new Problem('route_not_found', detail), api);
  });
  return app;
}

async function preflight(origin: string, api: ApiDependencies): Promise<Response> {
  try {
    return await answerPreflight(api.sql, origin);
  } catch (error) {
    return refuse(toProblem(error, api), api);
  }
}

function methodNotAllowed(c: Context, methods: string): Problem {
  const detail = `${c.req.method} is not a method of this path. It has ${methods}.`;
  return new Problem('method_not_allowed', detail, {}, { allow: methods });
}

/** The response to a request that reaches no operation. */
export function refuse(
  problem: Problem,
  { nextRequestId }: Pick<ApiDependencies, 'nextRequestId'>,
): Response {
  const requestId = nextRequestId();
  const response = problemResponse(problem, requestId);
  response.headers.set('service-request-id', requestId);
  return response;
}
