import type { Claim } from '@screening-webhooks/core';
import { batchClaimStatements } from './claim-statements.js';
import { errorCode } from './sql/error-code.js';
import type { SqlQuery, SqlRow } from './sql/sql-client.js';

/** Asks to claim or to commit `key` as `owner`, for `ms` milliseconds. */
export interface ClaimRequest {
  readonly key: string;
  readonly owner: string;
  readonly ms: number;
}

/** Claims and commits of many keys. */
export interface ClaimBatches {
  readonly claim: (requests: readonly ClaimRequest[]) => Promise<readonly Claim[]>;
  readonly commit: (requests: readonly ClaimRequest[]) => Promise<readonly boolean[]>;
}

/** Claims or commits many keys in one statement. Each answer is the one that the request would have had alone. */
export function claimBatches(query: SqlQuery, table: string): ClaimBatches {
  const statements = batchClaimStatements(table);

  async function run(
    text: string,
    requests: readonly ClaimRequest[],
  ): Promise<Map<ClaimRequest, SqlRow>> {
    const rows = await query(text, [
      arrayLiteral(requests.map(({ key }) => key)),
      arrayLiteral(requests.map(({ owner }) => owner)),
      arrayLiteral(requests.map(({ ms }) => String(ms))),
    ]);
    const rowOf = new Map<ClaimRequest, SqlRow>();
    for (const row of rows) {
      const request = requests[Number(row['position']) - 1];
      if (request) rowOf.set(request, row);
    }
    return rowOf;
  }

  return {
    async claim(requests) {
      const claims = new Map<ClaimRequest, Claim>();
      let waiting = requests;
      while (waiting.length > 0) {
        const firstOfKey = firstOfEach(waiting, ({ key }) => key);
        const rows = await run(statements.claim, [...firstOfKey.values()]);
        const holders: ClaimRequest[] = [];
        for (const request of waiting) {
          const first = firstOfKey.get(request.key) ?? request;
          const row = rows.get(first);
          const claim = claimFromRow(row, first.ms);
          if (first.owner === request.owner) claims.set(request, claim);
          // A live claim of its own, which it gets again, behind another owner that was refused it.
          else if (row?.['holder'] === request.owner && claim !== 'done') holders.push(request);
          // As if it had arrived just after the first was granted.
          else claims.set(request, claim === 'acquired' ? { busyForMs: first.ms } : claim);
        }
        waiting = holders;
      }
      return requests.map((request) => claims.get(request) ?? { busyForMs: request.ms });
    },
    async commit(requests) {
      // Two requests of one owner are one commit. Of two owners, at most one can hold the key.
      const identify = ({ key, owner }: ClaimRequest): string => JSON.stringify([key, owner]);
      const firsts = firstOfEach(requests, identify);
      const rows = await run(statements.commit, [...firsts.values()]);
      return requests.map((request) => rows.has(firsts.get(identify(request)) ?? request));
    },
  };
}

/** The claim that a row of either claim statement stands for. No row: another owner took the key during the statement. */
export function claimFromRow(row: SqlRow | undefined, leaseMs: number): Claim {
  if (row?.['acquired']) return 'acquired';
  if (row?.['done']) return 'done';
  const left = row?.['busy_ms'] ?? undefined;
  return { busyForMs: left === undefined ? leaseMs : Math.max(1, Number(left)) };
}

/**
 * Whether a batch failed, and had no effect, because of one of its rows: class 21 (two keys that the server considers
 * equal), 22 (a value that it rejects, such as a NUL), 23 (a constraint), 40 (a deadlock or serialization failure).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function isRowError(error: unknown): boolean {
  return /^(?:21|22|23|40)[0-9A-Z]{3}$/.test(errorCode(error));
}

function firstOfEach(
  requests: readonly ClaimRequest[],
  identify: (request: ClaimRequest) => string,
): Map<string, ClaimRequest> {
  const firsts = new Map<string, ClaimRequest>();
  for (const request of requests) {
    const id = identify(request);
    if (!firsts.has(id)) firsts.set(id, request);
  }
  return firsts;
}

// https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
