import { frozenAttempt } from '../scenarios/service-frozen-attempt.mjs';
import { change } from '../service/service-time.mjs';

export const scenario = {
  ...frozenAttempt([
    change(
      'service/engine/take-jobs.ts',
      'and(eq(jobs.seq, job.seq), eq(jobs.leaseOwner, owner))',
      'eq(jobs.seq, job.seq)',
    ),
  ]),
  name: 'the service: frozen before it sends: an ending that any process may write',
  flaw: 'not ended by B',
};
