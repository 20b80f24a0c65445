import { z } from 'zod';
import { changeOperation, tagged } from '../../http/operation.js';
import { text } from '../../limits/bounded.js';
import {
  adjudicationDecisions,
  adjudicationStates,
  Report,
  reportToWire,
} from '../reports/index.js';
import { adjudicateReport } from './adjudicate-report.js';
import { AdjudicateReport } from './wire.js';

export const adjudicationOperations = tagged('Reports', [
  changeOperation({
    id: 'adjudicateReport',
    method: 'POST',
    path: '/v1/reports/{id}/adjudicate',
    summary: 'Adjudicate a report: engage the candidate or start an adverse action',
    input: { params: z.object({ id: text('id') }), body: AdjudicateReport },
    returns: Report,
    refuses: ['state_conflict'],
    // Every state that allows an adverse action also allows this.
    allowedWhen: adjudicationDecisions.engage,
    allowedFor: { decision: adjudicationDecisions },
    guard: `engage: ${adjudicationStates.actions.engage.guard}; adverse_action: ${adjudicationStates.actions.adverse_action.guard}`,
    async handle({ params: { id }, body }, context) {
      const report = await adjudicateReport(context, id, body);
      return reportToWire(context.tx, report);
    },
  }),
]);
