import { type Context, type Env, Hono } from 'hono';
import { cutTo } from '../limits/characters.js';
import { limits as bounds } from '../limits/limits.js';
import { answerPreflight, checkOrigin, originHeaders } from './cors.js';
import { ConnectionResetError } from './listen.js';
import { lifecycleHeaders, type Operation } from './operation.js';
import { ANSWERED_FOR, checkTenant, type Principal } from './principal.js';
import { Problem, problemAnswer, problemResponse, toProblem } from './problem.js';
import { keepRefusal } from './request-log/keep-refusal.js';
import { redactPath } from './request-log/redact-text.js';
import {
  type Answer,
  type ApiDependencies,
  type CurrentRequest,
  encodedPath,
  runOperation,
} from './run-operation.js';

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
    // The listener handles this one.
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

/**
 * Answers a request to an operation, and logs it. The steps, in this order: key or session, tenant, scope, partner, origin, rate limit,
 * idempotency, body, command.
 */
async function answerRequest(
  operation: Operation,
  c: Context,
  api: ApiDependencies,
): Promise<Response> {
  const startedAt = performance.now();
  const requestId = api.nextRequestId();
  const current: CurrentRequest = { id: requestId };
  const origin = operation.fromPages ? c.req.header('origin') : undefined;
  let principal: Principal | undefined;
  let limits: Readonly<Record<string, string>> = {};
  let answer: Answer;
  let refusal: Problem | undefined;
  try {
    principal = await api.authenticate(c.req.raw);
    checkTenant(principal);
    checkScope(operation, principal);
    checkWidth(operation, principal);
    checkPartner(operation, principal);
    checkOrigin(origin, principal);
    if (principal.kind === 'key') limits = api.rateLimit(principal);
    if (operation.readsRequestLog) await api.log.flush();
    answer = await runOperation(operation, c, principal, api, current);
  } catch (error) {
    refusal = toProblem(error, api);
    answer = problemAnswer(refusal, requestId);
  }
  const { status, body } = answer;
  const headers = {
    ...(operation.fromPages ? await headersForPage(origin, principal, api) : {}),
    ...(operation.secret ? { 'cache-control': 'no-store' } : {}),
    ...lifecycleHeaders(operation.lifecycle),
    ...limits,
    // Overrides these, because the headers of a problem are more exact.
    ...answer.headers,
    ...(principal?.kind === 'session' ? { [ANSWERED_FOR]: principal.scope.tenantId } : {}),
    'service-request-id': requestId,
  };
  if (principal) {
    await api.log.add({
      id: requestId,
      principal,
      operationId: operation.id,
      method: c.req.method,
      path: cutTo(bounds.loggedPath.most, redactPath(encodedPath(c))),
      status,
      code: refusal?.code ?? null,
      durationMs: Math.round(performance.now() - startedAt),
      objectId: answer.objectId ?? null,
      ...keepRefusal(operation, c.req.raw, current.body, answer, api),
    });
  }
  return new Response(body, { status, headers });
}

// The request was answered, so this never rejects.
async function headersForPage(
  origin: string | undefined,
  principal: Principal | undefined,
  { sql, onError }: ApiDependencies,
): Promise<Readonly<Record<string, string>>> {
  try {
    return await originHeaders(sql, origin, principal);
  } catch (error) {
    onError(error);
    return {};
  }
}

function checkScope(operation: Operation, { keyScope }: Principal): void {
  if (operation.scopes.includes(keyScope)) return;
  throw new Problem(
    'scope_insufficient',
    `This operation needs a key with the scope ${operation.scopes.join(' or ')}.`,
  );
}

function checkWidth({ tenantWide }: Operation, { scope }: Principal): void {
  if (!tenantWide || scope.integrationId === null) return;
  throw new Problem(
    'scope_insufficient',
    'A key of one integration cannot change what all integrations share.',
  );
}

function checkPartner({ partner }: Operation, { tenant, scope }: Principal): void {
  if (!partner || (tenant.partner && scope.integrationId === null)) return;
  throw new Problem(
    'partner_required',
    'This operation needs a key of a partner that is bound to no integration.',
  );
}
