import { changeIntake, saveAnswers, submitIntake } from '../../capabilities/invitations/index.js';
import type { EnteredDocument } from '../../db/schema/index.js';
import type { ScopedCommand } from '../../kernel/command.js';

/** What a candidate has entered. */
interface Entered {
  readonly signature: string;
  readonly documents: Readonly<Record<string, EnteredDocument>>;
}

/** Fills in an intake and sends it, as its candidate does on the pages. */
export async function completeIntake(
  command: ScopedCommand,
  invitationId: string,
  { signature, documents }: Entered,
): Promise<void> {
  const at = command.now.toISOString();
  const answers = { identityAt: at, authorizedAt: at, signature, documents };
  await beginIntake(command, invitationId, answers);
  await changeIntake((body) => body(command), invitationId, submitIntake);
}

/** Enters a part of an intake. */
export async function beginIntake(
  command: ScopedCommand,
  invitationId: string,
  answers: Parameters<typeof saveAnswers>[1],
): Promise<void> {
  await changeIntake(
    (body) => body(command),
    invitationId,
    (intake) => saveAnswers(intake, answers),
  );
}
