import type { reports } from '../../db/schema/index.js';
import { type AllowedWhen, defineStates } from '../../http/state-machine.js';

type ReportRow = typeof reports.$inferSelect;

/** `none` if the report shows `null`. */
export type Adjudication = 'none' | NonNullable<ReportRow['adjudication']>;

/**
 * The states and actions of a report's adjudication (service tables 1.3). The decisions need a report that is complete, and not
 * disputed. The rest follows from its adverse action, see `adverse-actions`.
 */
export const adjudicationStates = defineStates({
  of: ({ adjudication }: Pick<ReportRow, 'adjudication'>): Adjudication => adjudication ?? 'none',
  columns: (status: Adjudication) => ({ adjudication: stored(status) }),
  shownBy: (status: readonly Adjudication[]) => ({ adjudication: status.map(stored) }),
  actions: {
    engage: {
      from: ['none', 'pre_adverse_action'],
      to: 'engaged',
      by: 'caller',
      guard: 'the report is complete',
      effects: ['an open adverse action is canceled'],
    },
    adverse_action: {
      from: ['none'],
      to: 'pre_adverse_action',
      by: 'caller',
      guard: 'the report is complete with the result consider, and a finding of it is named',
      effects: ['an adverse action begins with the pre-notice'],
    },
    cancel: {
      from: ['pre_adverse_action'],
      to: 'none',
      by: 'service',
      guard: 'its adverse action is canceled',
      effects: [],
    },
    'final-notice': {
      from: ['pre_adverse_action'],
      to: 'post_adverse_action',
      by: 'service',
      guard: 'the final notice of its adverse action is sent',
      effects: [],
    },
  },
});

/** The decisions of a caller, and what the report must show for each. */
export const adjudicationDecisions = {
  engage: {
    status: ['complete'],
    ...adjudicationStates.shownBy(adjudicationStates.actions.engage.from),
  },
  adverse_action: {
    status: ['complete'],
    result: ['consider'],
    ...adjudicationStates.shownBy(adjudicationStates.actions.adverse_action.from),
  },
} satisfies Record<string, AllowedWhen>;

function stored(adjudication: Adjudication): ReportRow['adjudication'] {
  return adjudication === 'none' ? null : adjudication;
}
