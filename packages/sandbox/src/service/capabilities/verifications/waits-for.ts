import type { Sql } from '../../db/sql.js';
import { type Job, selectScheduled } from '../../kernel/command.js';
import { askSource } from './ask-source.js';
import type { ListedVerification } from './records.js';

export const waitKinds = [
  'submission',
  'source',
  'source_answer',
  'recording',
  'decision',
] as const;

export interface Wait {
  readonly kind: (typeof waitKinds)[number];
  /** When the service ends the wait, `null` if somebody else has to. */
  readonly at: Date | null;
}

/** Finds out what verifications wait for, by their ids. Leaves out ended verifications. */
export async function findWaits(
  sql: Sql,
  rows: readonly ListedVerification[],
): Promise<ReadonlyMap<string, Wait>> {
  const submitted = rows.filter(({ status }) => status === 'PROCESSING').map(({ id }) => id);
  const due = await dueOf(sql, submitted);
  return new Map(
    rows.flatMap((row) => {
      const wait = waitOf(row, due.get(row.id));
      return wait ? [[row.id, wait]] : [];
    }),
  );
}

async function dueOf(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, Job>> {
  if (ids.length === 0) return new Map();
  const attempts = await selectScheduled(sql, 'source_attempt', ids);
  const answers = await selectScheduled(sql, 'source_answer', ids);
  return new Map([...attempts, ...answers].map((job) => [job.ref, job]));
}

function waitOf(row: ListedVerification, due: Job | undefined): Wait | undefined {
  if (row.status === 'PENDING') return { kind: 'submission', at: null };
  if (row.status !== 'PROCESSING') return undefined;
  // Only a source that leaves the decision to a person has no job.
  if (!due) return { kind: 'decision', at: null };
  const { dueAt: at } = due;
  if (due.kind === 'source_answer') return { kind: 'source_answer', at };
  const next = askSource(row.config, row.formData, row.attemptCount + 1);
  return { kind: next.kind === 'no source' ? 'recording' : 'source', at };
}
