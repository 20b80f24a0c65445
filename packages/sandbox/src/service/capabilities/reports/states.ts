import type { checks, reports } from '../../db/schema/index.js';
import { byStatus, defineStates } from '../../http/state-machine.js';

export type ReportStatus = (typeof reports.$inferSelect)['status'];

/** The states and actions of a report (service tables 1.3). */
export const reportStates = defineStates({
  ...byStatus<ReportStatus>(),
  actions: {
    start: {
      from: ['pending'],
      to: 'in_progress',
      by: 'service',
      guard: 'all that its checks need of the candidate is known',
      effects: ['the checks start'],
    },
    suspend: {
      from: ['in_progress'],
      to: 'suspended',
      by: 'service',
      guard: 'a check needs more information',
      effects: ['the open checks stop', 'after 30 days, its open checks are canceled'],
    },
    'supply-information': {
      from: ['pending', 'suspended'],
      by: 'caller',
      effects: [
        'the fields of the candidate are set',
        'start or resume, when their guards are met',
      ],
    },
    resume: {
      from: ['suspended'],
      to: 'in_progress',
      by: 'service',
      guard: 'information is supplied',
      effects: ['the open checks continue'],
    },
    complete: {
      from: ['in_progress', 'suspended'],
      to: 'complete',
      by: 'service',
      guard: 'all checks have ended, and not all of them by a cancelation',
      effects: ['result is set', 'report.completed, the first time'],
    },
    cancel: {
      from: ['pending', 'in_progress', 'suspended'],
      to: 'canceled',
      by: 'caller',
      effects: ['its open checks are canceled'],
    },
    abandon: {
      from: ['in_progress', 'suspended'],
      to: 'canceled',
      by: 'service',
      guard: 'all checks have ended by a cancelation',
      effects: ['no event'],
    },
    dispute: {
      from: ['complete'],
      to: 'disputed',
      by: 'service',
      guard: 'a dispute of its adverse action is opened',
      effects: ['the records are marked as disputed'],
    },
    'resolve-dispute': {
      from: ['disputed'],
      to: 'complete',
      by: 'service',
      effects: ['result is recomputed', 'no event'],
    },
  },
});

export type CheckStatus = (typeof checks.$inferSelect)['status'];

const openCheck = ['pending', 'in_progress'] as const;

export function isOpen({ status }: { readonly status: CheckStatus }): boolean {
  return openCheck.some((one) => one === status);
}

export const checkStates = defineStates({
  ...byStatus<CheckStatus>(),
  actions: {
    start: { from: ['pending'], to: 'in_progress', by: 'service', effects: [] },
    clear: { from: ['in_progress'], to: 'clear', by: 'service', effects: [] },
    consider: {
      from: ['in_progress'],
      to: 'consider',
      by: 'service',
      effects: ['records are set'],
    },
    fail: { from: ['in_progress'], to: 'unable_to_verify', by: 'service', effects: [] },
    cancel: { from: openCheck, to: 'canceled', by: 'service', effects: [] },
    amend: {
      from: ['consider', 'unable_to_verify'],
      to: 'clear',
      by: 'service',
      guard: 'a dispute has left it no record',
      effects: [],
    },
  },
});
