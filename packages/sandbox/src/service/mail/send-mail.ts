import { outboxMessages } from '../db/schema/index.js';
import type { Command } from '../kernel/command.js';

export type Mail = Readonly<Omit<typeof outboxMessages.$inferInsert, 'id' | 'createdAt'>>;

const SYNTHETIC =
  'SYNTHETIC: a sandbox wrote this email. It is not about a real person and has no legal effect.';

/** Puts a mail into the outbox. Its first line says that it is synthetic. */
export async function sendMail({ tx, now, nextId }: Command, mail: Mail): Promise<void> {
  await tx.insert(outboxMessages).values({
    ...mail,
    text: `${SYNTHETIC}\n\n${mail.text}`,
    id: await nextId('msg'),
    createdAt: now,
  });
}
