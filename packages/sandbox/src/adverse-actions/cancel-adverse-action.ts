import { nextState } from '../api/state-machine.js';
import type { Command } from '../engine/command.js';
import { unschedule } from '../engine/jobs.js';
import { endDispute } from '../reports/dispute-end.js';
import { saveReport } from '../reports/save-report.js';
import type { HistoryEntry } from '../store/schema/index.js';
import type { LockedAdverseAction } from './lock-adverse-action.js';
import { canceledNotice } from './notices.js';
import { saveAdverseAction } from './save-adverse-action.js';
import { sendNotice } from './send-notice.js';
import { type AdverseActionRow, adverseActionStates, phaseOf } from './states.js';

/** Ends an adverse action without a decision. Its report can be adjudicated again. @throws Problem 409 when it has ended. */
export async function cancelAdverseAction(
  command: Command,
  { report, action }: LockedAdverseAction,
  by: HistoryEntry['by'],
): Promise<AdverseActionRow> {
  const { tx, now } = command;
  const phase = phaseOf(action);
  nextState(adverseActionStates, 'cancel', phase);
  await unschedule(tx, action.id);
  if (phase === 'dispute-open') await endDispute(command, report);
  await saveReport(command, report.id, { adjudication: null });
  const changes = { status: 'canceled', canceledAt: now } as const;
  const canceled = await saveAdverseAction(command, action, changes, { action: 'cancel', by });
  await sendNotice(command, report, action, canceledNotice);
  return canceled;
}
