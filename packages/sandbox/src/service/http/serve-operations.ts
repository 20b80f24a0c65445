import { type Env, Hono } from 'hono';
import { answerRequest } from './answer-request.js';
import { answerPreflight } from './cors.js';
import { ConnectionResetError } from './listen.js';
import type { Operation } from './operation.js';
import { Problem, problemResponse, toProblem } from './problem.js';
import type { ApiDependencies } from './run-operation.js';

/** The routes of the API: its operations, the preflights of those that pages may call, and refusals of everything else. */
export function serveOperations(operations: readonly Operation[], api: ApiDependencies): Hono {
  const app = new Hono();
  for (const operation of operations) {
    const path = honoPath(operation.path);
    app.on(operation.method, path, async (c) => {
      const answer = await api.withFault(operation.id, () => answerRequest(operation, c, api));
      api.countAnswer(operation.id, answer.status);
      return answer;
    });
    if (operation.fromPages) {
      app.options(path, (c, next) => {
        const origin = c.req.header('origin');
        return origin === undefined ? next() : answerPreflight(api.sql, origin);
      });
    }
  }
  refuseOtherMethods(app, operations, 'path');
  app.all('/v1/*', () => {
    throw new Problem('route_not_found', 'No operation has this path. See /v1/openapi.json.');
  });
  app.onError((error) => {
    // It is for the listener.
    if (error instanceof ConnectionResetError) throw error;
    const problem = toProblem(error, api);
    api.countAnswer(undefined, problem.status);
    return refuse(problem, api);
  });
  return app;
}

/** Refuses the methods that the paths of a table do not have. @param noun The word for one of the paths. */
export function refuseOtherMethods<E extends Env>(
  app: Hono<E>,
  table: readonly { readonly method: string; readonly path: string }[],
  noun: string,
): void {
  for (const path of new Set(table.map((row) => row.path))) {
    const methods = table.filter((row) => row.path === path).map(({ method }) => method);
    const allow = methods.join(', ');
    app.all(honoPath(path), (c) => {
      const detail = `${c.req.method} is not a method of this ${noun}. It has ${allow}.`;
      throw new Problem('method_not_allowed', detail, {}, { allow });
    });
  }
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

/** `{id}` of OpenAPI is `:id` of Hono. */
export function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
