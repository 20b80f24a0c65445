import { frozenAttempt } from '../scenarios/service-frozen-attempt.mjs';
import { change } from '../service/service-time.mjs';

export const scenario = {
  ...frozenAttempt([
    change(
      'engine/take-jobs.ts',
      'await tx.delete(jobs).where(isOf(held))',
      'await tx.delete(jobs).where(eq(jobs.seq, held.job.seq))',
    ),
  ]),
  name: 'the service: frozen before it sends: an ending that any process may write',
  flaw: 'not ended by B',
};
