/** The result of a change of many rows. */
export interface Changed {
  /** How many rows were changed. */
  readonly count: number;
  /** The errors of rows that were not changed, although the others were. */
  readonly failures: readonly unknown[];
}

// For rows that each wait for a lock.
const LONGEST_WAIT = 10_000;

/**
 * Changes rows together. When the server refuses that, it changes each alone, so that a row costs only itself.
 *
 * @param change Changes all of the rows or none, and resolves with how many it has changed.
 * @param isRefusal Whether the server has answered with an error. Without an answer, nothing more is sent.
 * @throws The error of `change`, unless it is a refusal.
 */
export async function allOrEach<Row>(
  rows: readonly Row[],
  change: (rows: readonly Row[]) => Promise<number>,
  isRefusal: (error: unknown) => boolean,
): Promise<Changed> {
  try {
    return { count: rows.length === 0 ? 0 : await change(rows), failures: [] };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (rows.length === 1) return { count: 0, failures: [error] };
  }
  return eachAlone(rows, (row) => change([row]), isRefusal);
}

/** Changes each row alone, for ten seconds. The rows that are left then are one failure. */
export async function eachAlone<Row>(
  rows: readonly Row[],
  change: (row: Row) => Promise<number>,
  isRefusal: (error: unknown) => boolean,
): Promise<Changed> {
  let count = 0;
  const failures: unknown[] = [];
  const end = performance.now() + LONGEST_WAIT;
  for (const [index, row] of rows.entries()) {
    try {
      if (performance.now() > end) {
        failures.push(
          new Error(
            `${rows.length - index} rows were left for the next time: those before them took too long.`,
          ),
        );
        break;
      }
      count += await change(row);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      failures.push(error);
    }
  }
  return { count, failures };
}

/** Rejects with the failures, if there are any. @param what Begins the message: `Rows that could not be deleted`. */
export function throwFailures({ failures }: Changed, what: string): void {
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${what}: ${failures.map(String).join('; ').slice(0, 2000)}`,
    );
}
