import { desc } from 'drizzle-orm';
import { outboxMessages } from '../db/schema/index.js';
import { control } from './control.js';

const MOST_LISTED = 100;

export const outboxControls = [
  control({
    method: 'GET',
    path: '/_sandbox/outbox',
    summary: 'The mail that the service would have sent, newest first, at most 100',
    input: {},
    async handle(_input, { sql }) {
      const rows = await sql
        .select()
        .from(outboxMessages)
        .orderBy(desc(outboxMessages.seq))
        .limit(MOST_LISTED);
      return {
        data: rows.map(({ seq: _seq, createdAt, ...row }) => ({
          ...row,
          createdAt: createdAt.toISOString(),
        })),
      };
    },
  }),
];
