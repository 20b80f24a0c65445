import type { Claim } from '@screening-webhooks/core';
import { batchStatementsOn } from './claim-statements.js';
import type { SqlQuery, SqlRow } from './sql/sql-client.js';

/** A claim or a commit of `key` by `owner`, for `ms` milliseconds. */
export interface Hold {
  readonly key: string;
  readonly owner: string;
  readonly ms: number;
}

/** What {@link claimBatches} sends. */
export interface ClaimBatches {
  readonly claim: (asked: readonly Hold[]) => Promise<readonly Claim[]>;
  readonly commit: (asked: readonly Hold[]) => Promise<readonly boolean[]>;
}

/** Claims and commits of many keys in one statement, each with the answer that it would have had alone. */
export function claimBatches(query: SqlQuery, table: string): ClaimBatches {
  const statements = batchStatementsOn(table);

  async function rowsFor(text: string, asked: readonly Hold[]): Promise<Map<Hold, SqlRow>> {
    const rows = await query(text, [
      arrayOf(asked.map(({ key }) => key)),
      arrayOf(asked.map(({ owner }) => owner)),
      arrayOf(asked.map(({ ms }) => String(ms))),
    ]);
    const found = new Map<Hold, SqlRow>();
    for (const row of rows) {
      const hold = asked[Number(row['place']) - 1];
      if (hold) found.set(hold, row);
    }
    return found;
  }

  return {
    async claim(asked) {
      const firsts = firstOfEach(asked, ({ key }) => key);
      const rows = await rowsFor(statements.claim, [...firsts.values()]);
      return asked.map((hold) => {
        const first = firsts.get(hold.key) ?? hold;
        const claim = claimOf(rows.get(first), first.ms);
        // Who asked for the same key later comes just after the first, and meets its claim.
        return claim === 'acquired' && first !== hold ? { busyForMs: first.ms } : claim;
      });
    },
    async commit(asked) {
      // Of the same owner again, it is one commit. Of another owner, at most one of the two can hold the key.
      const nameOf = ({ key, owner }: Hold): string => JSON.stringify([key, owner]);
      const firsts = firstOfEach(asked, nameOf);
      const rows = await rowsFor(statements.commit, [...firsts.values()]);
      return asked.map((hold) => rows.has(firsts.get(nameOf(hold)) ?? hold));
    },
  };
}

/** What a row of either claim statement says; none: another took the key too late for us to see how long it has. */
export function claimOf(row: SqlRow | undefined, leaseMs: number): Claim {
  if (row?.['acquired']) return 'acquired';
  if (row?.['done']) return 'done';
  const left = row?.['busy_ms'] ?? undefined;
  return { busyForMs: left === undefined ? leaseMs : Math.max(1, Number(left)) };
}

function firstOfEach(asked: readonly Hold[], nameOf: (hold: Hold) => string): Map<string, Hold> {
  const firsts = new Map<string, Hold>();
  for (const hold of asked) {
    const name = nameOf(hold);
    if (!firsts.has(name)) firsts.set(name, hold);
  }
  return firsts;
}

// https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
function arrayOf(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
