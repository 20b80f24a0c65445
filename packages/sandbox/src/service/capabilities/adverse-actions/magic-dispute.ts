import { eq } from 'drizzle-orm';
import { candidates } from '../../db/schema/index.js';
import type { Command } from '../../kernel/command.js';
import { schedule } from '../../kernel/schedule.js';
import { outcomeOfName } from '../reports/index.js';
import type { AdverseActionRow } from './states.js';

const AFTER_MS = 2 * 86_400_000;

export const MAGIC_STATEMENT =
  'This is not about me. (The sandbox disputes for candidates with the last name Disputed.)';

/** Has a candidate with the last name `Disputed` (service tables 1.10) dispute two days after the pre-notice. */
export async function scheduleMagicDispute(
  { tx, now }: Command,
  { id, candidateId }: AdverseActionRow,
): Promise<void> {
  const [candidate] = await tx
    .select({ lastName: candidates.lastName })
    .from(candidates)
    .where(eq(candidates.id, candidateId));
  if (!candidate || outcomeOfName(candidate.lastName) !== 'disputed') return;
  const dueAt = new Date(now.getTime() + AFTER_MS);
  await schedule(tx, { kind: 'magic_dispute', ref: id, dueAt });
}
