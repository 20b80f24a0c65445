import type { webhookDeliveries } from '../../db/schema/index.js';
import { byStatus, defineStates } from '../../http/state-machine.js';

export type DeliveryStatus = (typeof webhookDeliveries.$inferSelect)['status'];

/** The actions on a delivery (service tables 1.3). */
export const deliveryStates = defineStates({
  ...byStatus<DeliveryStatus>(),
  actions: {
    attempt: {
      from: ['scheduled', 'retrying'],
      to: 'delivering',
      by: 'service',
      guard: 'the endpoint is not deleted, and not paused unless the delivery is a test',
      effects: ['the attempt is recorded before it is sent'],
    },
    replay: {
      from: ['succeeded', 'failed'],
      by: 'caller',
      guard: 'the endpoint is not deleted or paused, and no other replay of the delivery is due',
      effects: ['one attempt is due now'],
    },
    'attempt-replay': {
      from: ['succeeded', 'failed'],
      to: 'delivering',
      by: 'service',
      guard: 'a replay is due, and the endpoint is not deleted or paused',
      effects: ['the attempt is recorded before it is sent'],
    },
    'drop-replay': {
      from: ['succeeded', 'failed'],
      by: 'service',
      guard:
        'a replay is due, and the endpoint is paused or deleted, or the service itself has failed to make the attempt, four times',
      effects: ['no attempt is due'],
    },
    succeed: {
      from: ['delivering'],
      to: 'succeeded',
      by: 'service',
      guard: 'a 2xx status within the timeout',
      effects: [],
    },
    retry: {
      from: ['delivering'],
      to: 'retrying',
      by: 'service',
      guard: 'the policy has attempts left, and the attempt was neither a replay nor a test',
      effects: ['the next attempt is scheduled'],
    },
    'give-up': {
      from: ['delivering'],
      to: 'failed',
      by: 'service',
      guard:
        'the attempt was the last of the policy, a test, or the replay of a failed delivery; or such a replay was interrupted, and the endpoint is paused or deleted; or the service itself has failed to record the attempt, four times',
      effects: [],
    },
    abandon: {
      from: ['scheduled', 'retrying'],
      to: 'failed',
      by: 'service',
      guard: 'the service itself has failed to make the attempt, four times',
      effects: ['the attempt is recorded as failed, without a request'],
    },
    'keep-success': {
      from: ['delivering'],
      to: 'succeeded',
      by: 'service',
      guard:
        'a replay of a delivery that had succeeded has failed; or it was interrupted, and the endpoint is paused or deleted, or the service itself has failed to record it, four times',
      effects: [],
    },
    interrupt: {
      from: ['delivering'],
      to: 'delivering',
      by: 'service',
      guard:
        'the attempt was never finished, because its process died; the endpoint is not deleted, and not paused unless the delivery is a test',
      effects: [
        'that attempt is recorded as interrupted, and uses up none of the policy',
        'another attempt now',
      ],
    },
    hold: {
      from: ['scheduled', 'retrying', 'delivering'],
      to: 'held',
      by: 'caller',
      guard:
        'the endpoint is paused; an attempt in flight has failed and was not the last, or was interrupted',
      effects: ['no attempt is due', 'the attempts are still counted'],
    },
    release: {
      from: ['held'],
      to: 'scheduled',
      by: 'caller',
      guard: 'the endpoint is resumed',
      effects: ['an attempt is due at once, oldest first'],
    },
    cancel: {
      from: ['scheduled', 'retrying', 'held', 'delivering'],
      to: 'canceled',
      by: 'caller',
      guard:
        'the endpoint is deleted, or resumed with discard; an attempt in flight has failed, or was interrupted',
      effects: ['no attempt is due'],
    },
  },
});
