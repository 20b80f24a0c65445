import { z } from 'zod';
import { changeOperation } from '../api/operation.js';
import { reportToWire } from '../reports/to-wire.js';
import { Report } from '../reports/wire.js';
import { adjudicateReport } from './adjudicate-report.js';
import { adjudicationStates, decisions } from './states.js';
import { AdjudicateReport } from './wire.js';

const adjudicate = changeOperation({
  id: 'adjudicateReport',
  method: 'POST',
  path: '/v1/reports/{id}/adjudicate',
  tag: 'Reports',
  summary: 'Decide to engage the candidate of a report, or begin an adverse action',
  scopes: ['full_access'],
  shown: false,
  input: { params: z.object({ id: z.string() }), body: AdjudicateReport },
  status: 200,
  returns: Report,
  refuses: ['resource_not_found', 'state_conflict'],
  // Where an adverse action is allowed, so is this.
  allowedWhen: decisions.engage,
  allowedFor: { decision: decisions },
  guard: `engage: ${adjudicationStates.engage.guard}; adverse_action: ${adjudicationStates.adverse_action.guard}`,
  async handle({ params: { id }, body }, context) {
    const report = await adjudicateReport(context, id, body);
    return reportToWire(context.tx, report);
  },
});

export const adjudicationOperations = [adjudicate];
