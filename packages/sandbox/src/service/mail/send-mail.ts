import { outboxMessages } from '../db/schema/index.js';
import type { Command } from '../kernel/command.js';

export interface Mail {
  readonly tenantId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export async function sendMail({ tx, now, nextId }: Command, mail: Mail): Promise<void> {
  await tx.insert(outboxMessages).values({ ...mail, id: await nextId('msg'), createdAt: now });
}
