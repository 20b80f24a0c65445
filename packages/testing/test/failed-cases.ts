import type { ContractCase } from '../src/index.js';

/** The names of the cases that an implementation fails, in order. They run side by side: nothing may be shared by them. */
export async function failedCases(cases: readonly ContractCase[]): Promise<string[]> {
  const results = await Promise.allSettled(cases.map(({ run }) => run()));
  return cases.flatMap(({ name }, index) => (results[index]?.status === 'rejected' ? name : []));
}

/** The same, one after the other: for cases that share a clock. */
export async function failedCasesInTurn(cases: readonly ContractCase[]): Promise<string[]> {
  const failed: string[] = [];
  for (const each of cases) failed.push(...(await failedCases([each])));
  return failed;
}
