import { writtenDay } from '../../kernel/calendar/end-of-day.js';
import type { Command } from '../../kernel/command.js';
import { sendMail } from '../../mail/send-mail.js';
import { findTenant } from '../tenants/index.js';
import type { InvitationRow } from './records.js';

/** Writes the candidate the mail with the address of the intake. */
export async function sendInvitation(
  command: Command,
  { id, tenantId, expiresAt }: InvitationRow,
  { email }: { readonly email: string },
): Promise<void> {
  const { name, timeZone } = await findTenant(command.tx, tenantId);
  // Without the candidate's name: a candidate key is in a page, so anyone can create a candidate with any text as a name.
  const lines = [
    `${name} asks you to answer some questions and to authorize a background check.`,
    '',
    'Open this address to begin. It is for you alone, so do not pass it on:',
    command.urls.hosted('intake', id),
    '',
    `You can complete it until the end of ${writtenDay(expiresAt, timeZone)} (${timeZone}).`,
  ];
  await sendMail(command, {
    tenantId,
    to: email,
    subject: `${name} invites you to complete your background check`,
    text: `${lines.join('\n')}\n`,
  });
}
