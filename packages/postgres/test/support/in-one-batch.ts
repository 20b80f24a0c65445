import type { PostgresStore } from '../../src/index.js';

export const MINUTE = 60_000;

/** Runs the operations as one batch, behind a claim that keeps the way busy. */
export async function inOneBatch<Answer>(
  store: PostgresStore,
  operations: () => readonly Promise<Answer>[],
): Promise<PromiseSettledResult<Answer>[]> {
  const inTheWay = `in the way ${crypto.randomUUID()}`;
  const first = [store.claim(inTheWay, 'x', MINUTE), store.commit(inTheWay, 'x', MINUTE)];
  const answers = await Promise.allSettled(operations());
  await Promise.all(first);
  return answers;
}

/** The answers; `failed` for one that was rejected. */
export const values = <Answer>(results: readonly PromiseSettledResult<Answer>[]): unknown[] =>
  results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'));
