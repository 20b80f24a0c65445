import { eq } from 'drizzle-orm';
import { z } from 'zod';
import {
  finishVerification,
  type VerificationEnd,
  verificationRecords,
  verificationToWire,
} from '../capabilities/verifications/index.js';
import { webhookDeliveries } from '../db/schema/index.js';
import { found } from '../http/find.js';
import { Problem } from '../http/problem.js';
import { text } from '../limits/bounded.js';
import { control } from './control.js';

const params = z.object({ id: text('id') });

const Decision = z.strictObject({
  outcome: z.enum(['completed', 'failed', 'recorded']),
  message: text('errorMessage').min(1).optional().describe('The errorMessage of a failed one.'),
});

/** What the service would do later, or wait for somebody to do. */
export const engineControls = [
  control({
    method: 'POST',
    path: '/_sandbox/deliveries/{id}/deliver-now',
    summary: 'Make the next attempt of a delivery now',
    input: { params },
    async handle({ params: { id } }, { sql, engine }) {
      const read = async () => {
        const rows = await sql.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
        return found(rows, 'webhook delivery', id);
      };
      const { status } = await read();
      if (status !== 'scheduled' && status !== 'retrying') {
        const detail = `deliver-now needs the status scheduled or retrying; it is ${status}.`;
        throw new Problem('state_conflict', detail, { currentStatus: status });
      }
      await engine.runJobOf(id);
      const after = await read();
      return {
        id,
        status: after.status,
        attemptCount: after.attemptCount,
        nextAttemptAt: after.nextAttemptAt?.toISOString() ?? null,
      };
    },
  }),
  control({
    method: 'POST',
    path: '/_sandbox/verifications/{id}/decide',
    summary: 'Decide a verification in place of its source',
    input: { params, body: Decision },
    handle: ({ params: { id }, body }, { runCommand }) =>
      runCommand(async (command) => {
        const row = await verificationRecords.lockForService(command.tx, id);
        const attempts = Math.max(1, row.attemptCount);
        await finishVerification(command, row, endOf(body), attempts);
        const ended = await verificationRecords.lockForService(command.tx, id);
        return verificationToWire(ended, command);
      }),
  }),
];

function endOf({ outcome, message }: z.output<typeof Decision>): VerificationEnd {
  if (outcome === 'completed') return { action: 'confirm' };
  if (outcome === 'recorded') return { action: 'record' };
  return { action: 'deny', message: message ?? 'The document was rejected by hand.' };
}
