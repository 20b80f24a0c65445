import { asc, eq, gt, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import { faults } from '../db/schema/index.js';
import type { Command } from '../kernel/command.js';
import { type FaultKind, findKind } from './kinds.js';

const Params = z.object({
  seconds: z.number().optional(),
  count: z.number().optional(),
});

/** A fault that happens now. */
export interface TakenFault {
  readonly id: string;
  readonly kind: FaultKind;
  readonly params: z.output<typeof Params>;
}

type FaultRow = typeof faults.$inferSelect;

/**
 * Takes the first fault that matches, in the order of their creation. What matches is counted in the same transaction, and
 * whether it happens derives from the seed.
 */
export async function takeFault(
  { tx, chance }: Command,
  matches: (match: FaultRow['match'], kind: FaultKind) => boolean,
): Promise<TakenFault | undefined> {
  const rows = await tx
    .select()
    .from(faults)
    .where(or(isNull(faults.timesLeft), gt(faults.timesLeft, 0)))
    .orderBy(asc(faults.seq))
    .for('update');
  for (const row of rows) {
    const kind = findKind(row.kind);
    if (!kind || !matches(row.match, kind)) continue;
    const matched = row.matched + 1;
    const isNth = row.match.nth === undefined || row.match.nth === matched;
    const happens = isNth && chance(`${row.id}:${matched}`) < row.probability;
    const timesLeft = happens && row.timesLeft !== null ? row.timesLeft - 1 : row.timesLeft;
    await tx.update(faults).set({ matched, timesLeft }).where(eq(faults.id, row.id));
    if (happens) return { id: row.id, kind, params: Params.parse(row.params) };
  }
  return undefined;
}
