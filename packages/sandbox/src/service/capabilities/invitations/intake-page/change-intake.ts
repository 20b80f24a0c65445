import { eq } from 'drizzle-orm';
import { candidates, type IntakeAnswers, invitations } from '../../../db/schema/index.js';
import { transition } from '../../../http/state-machine.js';
import type { RunCommand, ScopedCommand } from '../../../kernel/command.js';
import { candidateRecords, candidateStates } from '../../candidates/index.js';
import { invitationStates } from '../states.js';
import { accessTo, type Intake, loadIntake } from './load-intake.js';

/** A change of an intake. The scope is that of its invitation, because the request has an address in place of a key. */
export interface IntakeCommand extends ScopedCommand {
  /** Its candidate and its invitation are locked. */
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
    const [named] = await tx.select().from(invitations).where(eq(invitations.id, id));
    if (!named) return undefined;
    await tx.select().from(candidates).where(eq(candidates.id, named.candidateId)).for('update');
    await tx.select().from(invitations).where(eq(invitations.id, id)).for('update');
    const intake = await loadIntake(tx, id);
    if (!intake || accessTo(intake, now) !== 'open') return undefined;
    const { tenantId, integrationId, openedAt } = intake.invitation;
    const opened = transition(invitationStates, 'open', intake.invitation, {
      openedAt: openedAt ?? now,
    });
    if (openedAt === null) {
      await tx
        .update(invitations)
        .set({ ...opened, updatedAt: now })
        .where(eq(invitations.id, id));
    }
    const invitation = { ...intake.invitation, ...opened };
    const scope = { tenantId, integrationId };
    return body({ ...command, scope, intake: { ...intake, invitation } });
  });
}

/** Adds answers of a step, after which the candidate is in progress. */
export async function saveAnswers(command: IntakeCommand, answers: IntakeAnswers): Promise<void> {
  const { tx, now } = command;
  const { invitation, candidate } = command.intake;
  await tx
    .update(invitations)
    .set({ answers: { ...invitation.answers, ...answers }, updatedAt: now })
    .where(eq(invitations.id, invitation.id));
  const changes = transition(candidateStates, 'start', candidate, {});
  if (changes.status !== candidate.status) await candidateRecords.save(command, candidate, changes);
}
