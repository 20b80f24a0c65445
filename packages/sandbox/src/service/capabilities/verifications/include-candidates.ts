import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { ReadContext } from '../../http/operation.js';
import type { WireOf } from '../../http/wire.js';
import { candidateRecords, candidateToWire } from '../candidates/index.js';
import type { ListedVerification } from './records.js';
import { type ShownVerification, verificationToWire } from './wire.js';

/** The parameter that asks for the objects of verifications (service tables 1.1). */
export const Include = z.enum(['candidate']);

/** Verifications as the API shows them, with their candidates if `include` names those: with one query for all. */
export async function withCandidates(
  rows: readonly ListedVerification[],
  context: ReadContext,
  { include }: { readonly include?: z.output<typeof Include> | undefined },
): Promise<WireOf<typeof ShownVerification>[]> {
  if (include === undefined) return rows.map((row) => verificationToWire(row, context));
  const ids = [...new Set(rows.flatMap(({ candidateId }) => candidateId ?? []))];
  const isOfRows = inArray(candidateRecords.table.id, ids);
  const found = await candidateRecords.select(context.sql, context.scope, isOfRows);
  const candidates = new Map(found.map((row) => [row.id, candidateToWire(row)]));
  return rows.map((row) => ({
    ...verificationToWire(row, context),
    candidate: (row.candidateId && candidates.get(row.candidateId)) || null,
  }));
}
