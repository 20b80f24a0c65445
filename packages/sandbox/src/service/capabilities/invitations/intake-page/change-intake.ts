import type { IntakeAnswers } from '../../../db/schema/index.js';
import type { Command, RunCommand, ScopedCommand } from '../../../kernel/command.js';
import { candidateRecords, candidateStates } from '../../candidates/index.js';
import { findInvited, type InvitationRow, invitationRecords } from '../records.js';
import { accessTo, type Intake, loadIntake } from './load-intake.js';

/** A change of an intake. The scope is that of its invitation, because the request has an address in place of a key. */
export interface IntakeCommand extends ScopedCommand {
  /** With its candidate and its invitation locked. */
  readonly intake: Intake;
}

/**
 * Changes an intake that can be filled in. From the first time on, its invitation is opened.
 *
 * @returns undefined when it is gone or cannot be filled in any more.
 */
export function changeIntake<Result>(
  runCommand: RunCommand,
  id: string,
  body: (command: IntakeCommand) => Promise<Result>,
): Promise<Result | undefined> {
  return runCommand(async (command) => {
    const { tx, now } = command;
    const named = await findInvited(tx, id);
    if (!named) return undefined;
    const { tenantId, integrationId, candidateId } = named.invitation;
    const scope = { tenantId, integrationId };
    await candidateRecords.lock(tx, scope, candidateId);
    await invitationRecords.lock(tx, scope, id);
    const intake = await loadIntake(tx, id);
    if (!intake || accessTo(intake, now) !== 'open') return undefined;
    const invitation = await openInvitation(command, intake.invitation);
    return body({ ...command, scope, intake: { ...intake, invitation } });
  });
}

async function openInvitation(command: Command, row: InvitationRow): Promise<InvitationRow> {
  if (row.openedAt !== null) return row;
  return invitationRecords.act(command, 'open', row, { openedAt: command.now });
}

/** Adds answers of a step, after which the candidate is in progress. */
export async function saveAnswers(command: IntakeCommand, answers: IntakeAnswers): Promise<void> {
  const { invitation, candidate } = command.intake;
  await invitationRecords.save(command, invitation, {
    answers: { ...invitation.answers, ...answers },
  });
  if (candidate.status !== candidateStates.actions.start.to) {
    await candidateRecords.act(command, 'start', candidate, {});
  }
}
