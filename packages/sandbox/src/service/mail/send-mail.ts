import { outboxMessages } from '../db/schema/index.js';
import type { Command } from '../kernel/command.js';

export type Mail = Readonly<Omit<typeof outboxMessages.$inferInsert, 'id' | 'createdAt'>>;

export async function sendMail({ tx, now, nextId }: Command, mail: Mail): Promise<void> {
  await tx.insert(outboxMessages).values({ ...mail, id: await nextId('msg'), createdAt: now });
}
