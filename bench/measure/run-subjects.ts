import type { Effort } from './effort.js';
import { type Row, verdictOf } from './row.js';

/** A part of a subject. When one fails, the others still run. */
type Part = (effort: Effort) => Promise<readonly Row[]>;

/** The parts of each subject, by its name. */
export type Subjects = Readonly<Record<string, readonly Part[]>>;

/** How subjects are run. */
interface RunOptions {
  readonly effort: Effort;
  /** Without a server that it needs, a part fails and is not skipped. */
  readonly requireServices: boolean;
  /** Called when a subject has ended, before the next one starts. */
  readonly onEnd: (name: string, rows: readonly Row[]) => void;
}

/** Runs one subject after the other. A part that fails is a row. */
export async function runSubjects(
  subjects: Subjects,
  { effort, requireServices, onEnd }: RunOptions,
): Promise<readonly Row[]> {
  const all: Row[] = [];
  for (const [subject, parts] of Object.entries(subjects)) {
    const rows: Row[] = [];
    for (const part of parts) {
      try {
        const measured = await part(effort);
        if (measured.length === 0) throw new Error('It measured nothing.');
        rows.push(...measured.map((row) => checked(row, requireServices)));
      } catch (error) {
        console.error(error);
        const failed = error instanceof Error ? error.message : String(error);
        rows.push({ subject, contest: part.name, name: 'all', failed });
      }
    }
    // A single round says nothing about a budget.
    const result = effort === 'full' ? rows : rows.map(({ budget: _, ...row }) => row);
    all.push(...result);
    onEnd(subject, result);
  }
  return all;
}

/** Whether a run with this row must not pass. */
export function isBad(row: Row): boolean {
  const verdict = verdictOf(row);
  return verdict === 'MISSED' || verdict === 'FAILED';
}

function checked(row: Row, requireServices: boolean): Row {
  const { skipped, ...others } = row;
  if (skipped !== undefined && requireServices) {
    return { ...others, failed: `REQUIRE_SERVICES=1, but ${skipped}` };
  }
  const [wrong] = Object.entries(row.figures ?? {}).filter(([, value]) => !Number.isFinite(value));
  // The ratio to a time of 0 is infinite.
  const hasRatio = !Number.isNaN(row.ratio);
  if (!wrong && hasRatio) return row;
  return { ...row, failed: `${wrong?.[0] ?? 'ratio'}: not a number` };
}
