import { frozenAttempt } from '../scenarios/service-frozen-attempt.mjs';
import { change } from '../service/service-time.mjs';

export const scenario = {
  ...frozenAttempt([
    change(
      'service/engine/take-jobs.ts',
      'jobs.leaseOwner}) in (select seq, owner',
      'jobs.seq}) in (select seq, seq',
    ),
  ]),
  name: 'the service: frozen before it sends: an ending that any process may write',
  flaw: 'not ended by B',
};
