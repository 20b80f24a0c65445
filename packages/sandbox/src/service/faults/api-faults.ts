import { setTimeout as sleep } from 'node:timers/promises';
import { inArray, sql as raw } from 'drizzle-orm';
import type { Changes } from '../db/changes.js';
import { faults } from '../db/schema/index.js';
import { prepareOnce } from '../db/sql.js';
import { ConnectionResetError } from '../http/listen.js';
import { Problem } from '../http/problem.js';
import type { ApiDependencies } from '../http/run-operation.js';
import { refuse } from '../http/serve-operations.js';
import type { ServiceParts } from '../kernel/service-parts.js';
import { apiKinds } from './kinds.js';
import { type TakenFault, takeFault } from './plan-attempt.js';

export interface ApiFaultDependencies extends ServiceParts {
  /** `undefined` if other processes set faults too. */
  readonly changes: Changes | undefined;
}

const DEFAULT_SECONDS = 1;

/** Injects faults before the operations of the API, like a bad network. A call that a fault answers is not in the log. */
export function apiFaults(dependencies: ApiFaultDependencies): ApiDependencies['withFault'] {
  const { sql, runCommand, changes } = dependencies;
  let noneAt: number | undefined;
  // Saves a transaction for each call, and is not repeated before the next change.
  const isAnySet = async (): Promise<boolean> => {
    const count = changes?.count;
    if (count !== undefined && count === noneAt) return false;
    const rows = await readAny(sql).execute();
    noneAt = rows.length === 0 ? count : undefined;
    return rows.length > 0;
  };
  const take = async (operation: string): Promise<TakenFault | undefined> => {
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
  };
  return async (operationId, answer) => {
    const taken = await take(operationId);
    return taken ? inject(taken, dependencies, answer) : answer();
  };
}

const readAny = prepareOnce((sql) =>
  sql
    .select({ one: raw`1` })
    .from(faults)
    .where(inArray(faults.kind, apiKinds))
    .limit(1)
    .prepare('read_api_faults'),
);

async function inject(
  { id, kind: { kind }, params }: TakenFault,
  dependencies: ApiFaultDependencies,
  answer: () => Promise<Response>,
): Promise<Response> {
  const seconds = params.seconds ?? DEFAULT_SECONDS;
  const detail = `Injected by the fault ${id}.`;
  let response: Response;
  switch (kind) {
    case 'connection_reset':
      throw new ConnectionResetError(detail);
    case 'http_500':
      response = refuse(new Problem('sandbox_fault', detail), dependencies);
      break;
    case 'rate_limit': {
      const headers = { 'retry-after': String(Math.ceil(seconds)) };
      response = refuse(new Problem('rate_limited', detail, {}, headers), dependencies);
      break;
    }
    default:
      await sleep(seconds * 1000, undefined, { signal: dependencies.closing }).catch(() => {});
      response = await answer();
  }
  response.headers.set('sandbox-fault', `${kind} ${id}`);
  return response;
}
