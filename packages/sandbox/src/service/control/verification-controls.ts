import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import {
  finishVerifications,
  sourceAvailabilities,
  sourceToWire,
  type VerificationEnd,
  verificationRecords,
  verificationToWire,
} from '../capabilities/verifications/index.js';
import { verificationSources } from '../db/schema/index.js';
import { found } from '../http/problem.js';
import { text } from '../limits/bounded.js';
import { control } from './control.js';

const Decision = z.strictObject({
  outcome: z.enum(['completed', 'failed', 'recorded']),
  message: text('errorMessage')
    .min(1)
    .optional()
    .describe('The `errorMessage`, if the outcome is `failed`.'),
});

const Availability = z.strictObject({ availability: z.enum(sourceAvailabilities) });

export const verificationControls = [
  control({
    id: 'decide',
    method: 'POST',
    path: '/_sandbox/verifications/{id}/decide',
    summary: 'Decide a verification in place of its issuing source',
    input: { params: z.object({ id: text('id') }), body: Decision },
    handle: ({ params: { id }, body }, { runCommand }) =>
      runCommand(async (command) => {
        const lock = () => verificationRecords.lockForService(command.tx, id);
        const row = await lock();
        const attempts = Math.max(1, row.attemptCount);
        await finishVerifications(command, [
          { row, end: readDecision(body), attemptCount: attempts },
        ]);
        return verificationToWire(await lock(), command);
      }),
  }),
  control({
    method: 'GET',
    path: '/_sandbox/sources',
    summary: 'List issuing sources and their availability',
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
      'Set whether an issuing source answers, answers five minutes later (degraded) or does not answer (down)',
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
        return sourceToWire(found(rows, 'verification_source', slug));
      }),
  }),
];

function readDecision({ outcome, message }: z.output<typeof Decision>): VerificationEnd {
  if (outcome === 'completed') return { action: 'confirm' };
  if (outcome === 'recorded') return { action: 'record' };
  return { action: 'deny', message: message ?? 'The document was rejected by hand.' };
}
