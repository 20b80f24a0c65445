import type { PostgresStore } from '../../src/index.js';

export const MINUTE = 60_000;

/** Runs the operations as one batch: they are collected while another claim and another commit are in flight. */
export async function inOneBatch<Answer>(
  store: PostgresStore,
  operations: () => readonly Promise<Answer>[],
): Promise<PromiseSettledResult<Answer>[]> {
  const key = `in flight ${crypto.randomUUID()}`;
  const inFlight = [store.claim(key, 'x', MINUTE), store.commit(key, 'x', MINUTE)];
  const answers = await Promise.allSettled(operations());
  await Promise.all(inFlight);
  return answers;
}

/** The answers, with `failed` for each rejection. */
export const values = <Answer>(results: readonly PromiseSettledResult<Answer>[]): unknown[] =>
  results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'));
