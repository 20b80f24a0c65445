import { transition } from '../../../http/state-machine.js';
import { unschedule } from '../../../kernel/schedule.js';
import {
  type CandidateRow,
  candidateRecords,
  candidateStates,
  candidateToWire,
} from '../../candidates/index.js';
import { orderReport, startReadyReports } from '../../reports/index.js';
import { createVerification } from '../../verifications/index.js';
import { emitPreviewEvent } from '../../webhooks/index.js';
import { invitationRecords } from '../records.js';
import type { IntakeCommand } from './change-intake.js';
import { enteredDocument } from './load-intake.js';

/**
 * Ends an intake whose steps are all done: the candidate and the invitation are completed, the report is ordered, and a
 * verification is created for each document that was entered.
 *
 * @throws Problem when the report cannot be ordered, or a verification not be created.
 */
export async function submitIntake(command: IntakeCommand): Promise<void> {
  const { tx, now, intake } = command;
  const { invitation } = intake;
  const candidate = await completeCandidate(command);
  const { packageId, workState } = invitation;
  const report = await orderReport(command, {
    candidateId: candidate.id,
    packageId,
    workState,
    metadata: {},
    invitationId: invitation.id,
  });
  // Others may have waited for what the candidate has told.
  await startReadyReports(command, candidate);
  await invitationRecords.act(command, 'complete', invitation, {
    completedAt: now,
    reportId: report.id,
  });
  await unschedule(tx, invitation.id);
  for (const document of intake.documents) {
    const entered = enteredDocument(intake, document);
    if (!entered || invitation.integrationId === null) continue;
    await createVerification(command, {
      documentConfigSlug: document.config.slug,
      state: workState,
      integrationId: invitation.integrationId,
      externalId: candidate.externalId ?? candidate.id,
      candidateId: candidate.id,
      reportId: report.id,
      formData: { ...entered.formData },
      fileIds: [...entered.fileIds],
      metadata: {},
    });
  }
  await emitPreviewEvent(command, {
    type: 'candidate.completed',
    tenantId: candidate.tenantId,
    subjectId: candidate.id,
    data: candidateToWire(candidate),
    related: async () => ({}),
  });
}

async function completeCandidate(command: IntakeCommand): Promise<CandidateRow> {
  const { candidate, invitation } = command.intake;
  const { authorizedAt } = invitation.answers;
  if (authorizedAt === undefined) throw new Error('The intake was submitted unauthorized.');
  const started = { ...candidate, ...transition(candidateStates, 'start', candidate, {}) };
  return candidateRecords.act(command, 'complete', started, {
    submittedAt: command.now,
    authorizationSource: 'hosted' as const,
    authorizedAt: new Date(authorizedAt),
    workState: candidate.workState ?? invitation.workState,
  });
}
