import type { Command } from '../../kernel/command.js';
import { schedule } from '../../kernel/schedule.js';
import { candidateRecords } from '../candidates/index.js';
import { outcomeOfName } from '../reports/index.js';
import type { AdverseActionRow } from './records.js';

const AFTER_MS = 2 * 86_400_000;

export const MAGIC_STATEMENT =
  'This is not about me. (The sandbox disputes for candidates with the last name Disputed.)';

/** Schedules the dispute of a candidate with the last name `Disputed` (service tables 1.10), two days after the pre-notice. */
export async function scheduleMagicDispute(
  { tx, now }: Command,
  { id, tenantId, candidateId }: AdverseActionRow,
): Promise<void> {
  const scope = { tenantId, integrationId: null };
  const { lastName } = await candidateRecords.find(tx, scope, candidateId);
  if (outcomeOfName(lastName) !== 'disputed') return;
  const dueAt = new Date(now.getTime() + AFTER_MS);
  await schedule(tx, { kind: 'magic_dispute', ref: id, dueAt });
}
