import type { adverseActions } from '../../db/schema/index.js';
import { defineStates } from '../../http/state-machine.js';

type AdverseActionRow = typeof adverseActions.$inferSelect;

type Phase = AdverseActionRow['phase'];

// A canceled action keeps its stage.
const shown: Readonly<Record<Phase, Partial<Pick<AdverseActionRow, 'stage' | 'status'>>>> = {
  'pre-notice': { stage: 'pre-notice', status: 'open' },
  'dispute-open': { stage: 'dispute', status: 'open' },
  'dispute-resolved': { stage: 'dispute', status: 'open' },
  completed: { stage: 'final-notice', status: 'completed' },
  canceled: { status: 'canceled' },
};

const waiting = ['pre-notice', 'dispute-resolved'] as const;

/** The states and actions of an adverse action (service tables 1.3 and 6.3). */
export const adverseActionStates = defineStates({
  of: ({ phase }: Pick<AdverseActionRow, 'phase'>) => phase,
  columns: (phase: Phase) => ({ phase, ...shown[phase] }),
  shownBy: (phase: readonly Phase[]) => ({ phase }),
  actions: {
    dispute: {
      from: ['pre-notice'],
      to: 'dispute-open',
      by: 'caller',
      guard: 'it names something that the action is based on; the candidate may do it too',
      effects: [
        'the report is disputed, and its disputed records are marked',
        'the waiting period stops',
        'after 30 days, it is resolved as amended',
      ],
    },
    'resolve-dispute': {
      from: ['dispute-open'],
      to: 'dispute-resolved',
      by: 'caller',
      effects: [
        'the report is complete again',
        'accurate, withdrawn: the rest of the waiting period runs',
        'amended: what was disputed is deleted and the waiting period begins anew; with a clear report, or when nothing is left that the action is based on, it is canceled',
        'the candidate is told',
      ],
    },
    'final-notice': {
      from: waiting,
      to: 'completed',
      by: 'caller',
      notBefore: 'finalNoticeEligibleAt',
      guard: 'the waiting period is over; the service does it when it is scheduled',
      effects: ['the candidate gets the final notice', 'the adjudication is post_adverse_action'],
    },
    reschedule: {
      from: waiting,
      by: 'caller',
      earliest: { at: 'finalNoticeEligibleAt' },
      guard: 'the time is not before the end of the waiting period',
      effects: ['the final notice is sent then, or only when a caller asks for it'],
    },
    cancel: {
      from: ['pre-notice', 'dispute-open', 'dispute-resolved'],
      to: 'canceled',
      by: 'caller',
      effects: [
        'an open dispute ends without an outcome',
        'the report can be adjudicated again',
        'the candidate is told',
      ],
    },
  },
});

/** Whether the final notice waits only for its time or a caller. */
export function isWaiting({ phase }: Pick<AdverseActionRow, 'phase'>): boolean {
  return waiting.some((one) => one === phase);
}
