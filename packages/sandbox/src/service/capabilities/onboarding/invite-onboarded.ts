import { eq } from 'drizzle-orm';
import { onboardings } from '../../db/schema/index.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { createInvitation } from '../invitations/index.js';
import type { OnboardingRow } from './create-onboarding.js';

/** Invites the candidate of a new onboarding to the intake of its role. @throws Problem as {@link createInvitation}. */
export async function inviteOnboarded(
  command: ScopedCommand,
  onboarding: OnboardingRow,
): Promise<OnboardingRow> {
  const { candidateId, roleId, workState } = onboarding;
  const { id: invitationId } = await createInvitation(command, { candidateId, roleId, workState });
  await command.tx
    .update(onboardings)
    .set({ invitationId })
    .where(eq(onboardings.id, onboarding.id));
  return { ...onboarding, invitationId };
}
