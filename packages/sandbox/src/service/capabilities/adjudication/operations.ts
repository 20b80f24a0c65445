import { z } from 'zod';
import { changeOperation, tagged } from '../../http/operation.js';
import { text } from '../../limits/bounded.js';
import { adjudicationStates, decisions } from '../reports/adjudication-states.js';
import { reportToWire } from '../reports/to-wire.js';
import { Report } from '../reports/wire.js';
import { adjudicateReport } from './adjudicate-report.js';
import { AdjudicateReport } from './wire.js';

const adjudicate = changeOperation({
  id: 'adjudicateReport',
  method: 'POST',
  path: '/v1/reports/{id}/adjudicate',
  summary: 'Decide to engage the candidate of a report, or begin an adverse action',
  input: { params: z.object({ id: text('id') }), body: AdjudicateReport },
  returns: Report,
  refuses: ['state_conflict'],
  // Where an adverse action is allowed, so is this.
  allowedWhen: decisions.engage,
  allowedFor: { decision: decisions },
  guard: `engage: ${adjudicationStates.actions.engage.guard}; adverse_action: ${adjudicationStates.actions.adverse_action.guard}`,
  async handle({ params: { id }, body }, context) {
    const report = await adjudicateReport(context, id, body);
    return reportToWire(context.tx, report);
  },
});

export const adjudicationOperations = tagged('Reports', [adjudicate]);
