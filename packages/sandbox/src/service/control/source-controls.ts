import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { sourceAvailabilities, sourceToWire } from '../capabilities/verifications/index.js';
import { verificationSources } from '../db/schema/index.js';
import { found } from '../http/find.js';
import { text } from '../limits/bounded.js';
import { control } from './control.js';

const Availability = z.strictObject({ availability: z.enum(sourceAvailabilities) });

/** Whether the issuing sources answer. */
export const sourceControls = [
  control({
    method: 'GET',
    path: '/_sandbox/sources',
    summary: 'The issuing sources, and whether they answer',
    input: {},
    async handle(_input, { sql }) {
      const rows = await sql
        .select()
        .from(verificationSources)
        .orderBy(asc(verificationSources.seq));
      return { data: rows.map(sourceToWire) };
    },
  }),
  control({
    method: 'POST',
    path: '/_sandbox/sources/{slug}',
    summary:
      'Let an issuing source answer, answer five minutes later (degraded) or not at all (down)',
    // All verifications of all tenants ask the same sources.
    movesClock: true,
    input: { params: z.object({ slug: text('slug') }), body: Availability },
    handle: ({ params: { slug }, body }, { runCommand }) =>
      runCommand(async ({ tx }) => {
        const rows = await tx
          .update(verificationSources)
          .set(body)
          .where(eq(verificationSources.slug, slug))
          .returning();
        return sourceToWire(found(rows, 'verification source', slug));
      }),
  }),
];
