/**
 * How the checks of a report end, by the candidate's last name (service tables 1.10). All end clear but:
 * - `consider`: the first criminal check, or else the first, ends `consider`, with records.
 * - `disputed`: as `consider`. The candidate then disputes the adverse action, which is not the matter of reports.
 * - `unverifiable`: the first check that asks an employer, a school or a board, or else the first, ends `unable_to_verify`.
 * - `suspended`: after its first check has ended, the report waits for information.
 * - `canceled`: when the first result is due, the service cancels the checks.
 * - `slow`: each check takes ten times as long.
 */
export const outcomes = [
  'clear',
  'consider',
  'disputed',
  'unverifiable',
  'suspended',
  'canceled',
  'slow',
] as const;

export type Outcome = (typeof outcomes)[number];

/** Returns the outcome that a last name chooses, in any case of its letters. Every other name is clear. */
export function outcomeOfName(lastName: string): Outcome {
  const name = lastName.trim().toLowerCase();
  return outcomes.find((outcome) => outcome === name) ?? 'clear';
}
