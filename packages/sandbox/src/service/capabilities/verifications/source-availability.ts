import { eq } from 'drizzle-orm';
import { verificationSources } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { unavailable } from './magic-values.js';
import type { SourceAnswer } from './source-answer.js';

export type SourceAvailability = (typeof verificationSources.$inferSelect)['availability'];

export const sourceAvailabilities = verificationSources.availability.enumValues;

/** How much later a degraded source answers. */
const DEGRADED_SECONDS = 300;

/** The availability of an issuing source. Null: there is no source, and nothing that could fail. */
export async function availabilityOf(tx: Sql, slug: string | null): Promise<SourceAvailability> {
  if (slug === null) return 'available';
  const [source] = await tx
    .select({ availability: verificationSources.availability })
    .from(verificationSources)
    .where(eq(verificationSources.slug, slug));
  if (!source) throw new Error(`There is no source ${slug}.`);
  return source.availability;
}

/** What comes of an answer that a source with this availability has for a document. */
export function answerWhen(availability: SourceAvailability, answer: SourceAnswer): SourceAnswer {
  if (answer.kind === 'no source') return answer;
  if (availability === 'down') return unavailable;
  if (availability === 'available') return answer;
  if (answer.kind !== 'confirmed' && answer.kind !== 'denied') return answer;
  return { ...answer, afterSeconds: (answer.afterSeconds ?? 0) + DEGRADED_SECONDS };
}
