import { setTimeout as sleep } from 'node:timers/promises';
import { inArray } from 'drizzle-orm';
import { faults } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import { ConnectionResetError } from '../http/listen.js';
import type { Operation } from '../http/operation.js';
import { Problem, problemResponse } from '../http/problem.js';
import type { RunCommand } from '../kernel/command.js';
import type { CommitSignal } from '../kernel/commit-signal.js';
import { apiKinds } from './kinds.js';
import { type TakenFault, takeFault } from './take-fault.js';

interface ApiFaultDependencies {
  readonly sql: Sql;
  readonly runCommand: RunCommand;
  readonly nextRequestId: () => string;
  /** Of every change of the faults. Undefined: other processes change them too. */
  readonly commits: CommitSignal | undefined;
  /** Ends the waits. */
  readonly closing: AbortSignal;
}

type Fetch = (request: Request) => Promise<Response>;

const DEFAULT_SECONDS = 1;

/**
 * Puts faults before the API, as a bad network would be: a call that they answer reaches no operation, and is not in the log.
 *
 * @throws ConnectionResetError which the listener turns into the end of the connection.
 */
export function withApiFaults(
  operations: readonly Operation[],
  dependencies: ApiFaultDependencies,
  fetch: Fetch,
): Fetch {
  const isAnySet = faultsAreSet(dependencies);
  const routes = operations.map(({ id, method, path }) => ({
    id,
    method,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return async (request) => {
    const { pathname } = new URL(request.url);
    const route = routes.find(
      ({ method, pattern }) => method === request.method && pattern.test(pathname),
    );
    const taken = route && (await takeFor(route.id, isAnySet, dependencies));
    return taken ? answer(taken, dependencies, () => fetch(request)) : fetch(request);
  };
}

async function takeFor(
  operation: string,
  isAnySet: () => Promise<boolean>,
  { runCommand }: ApiFaultDependencies,
): Promise<TakenFault | undefined> {
  try {
    if (!(await isAnySet())) return undefined;
    return await runCommand((command) =>
      takeFault(
        command,
        ({ operationId }, kind) =>
          kind.acts === 'api' && (operationId === undefined || operationId === operation),
      ),
    );
  } catch {
    // The operation meets the same failure, and answers it with a problem document.
    return undefined;
  }
}

/** Looks for faults of the API: in place of a transaction for each call, and not again before the next commit. */
function faultsAreSet({ sql, commits }: ApiFaultDependencies): () => Promise<boolean> {
  let noneAt: number | undefined;
  return async () => {
    const count = commits?.count;
    if (count !== undefined && count === noneAt) return false;
    const rows = await sql
      .select({ id: faults.id })
      .from(faults)
      .where(inArray(faults.kind, apiKinds))
      .limit(1);
    noneAt = rows.length === 0 ? count : undefined;
    return rows.length > 0;
  };
}

async function answer(
  taken: TakenFault,
  { nextRequestId, closing }: ApiFaultDependencies,
  pass: () => Promise<Response>,
): Promise<Response> {
  const seconds = taken.number('seconds') ?? DEFAULT_SECONDS;
  const detail = `Injected by the fault ${taken.id}.`;
  const refuse = (problem: Problem): Response => {
    const requestId = nextRequestId();
    const response = problemResponse(problem, requestId);
    response.headers.set('service-request-id', requestId);
    return response;
  };
  let response: Response;
  switch (taken.kind.kind) {
    case 'connection_reset':
      throw new ConnectionResetError(detail);
    case 'http_500':
      response = refuse(new Problem('internal_error', detail));
      break;
    case 'rate_limit': {
      const headers = { 'retry-after': String(Math.ceil(seconds)) };
      response = refuse(new Problem('rate_limited', detail, {}, headers));
      break;
    }
    default:
      await sleep(seconds * 1000, undefined, { signal: closing }).catch(() => {});
      response = await pass();
  }
  response.headers.set('sandbox-fault', `${taken.kind.kind} ${taken.id}`);
  return response;
}
