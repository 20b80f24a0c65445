import { desc } from 'drizzle-orm';
import { outboxMessages } from '../db/schema/index.js';
import { figure } from '../limits/figure.js';
import { limits } from '../limits/limits.js';
import { control } from './control.js';

const { most: MOST_LISTED } = limits.listed;

export const outboxControls = [
  control({
    method: 'GET',
    path: '/_sandbox/outbox',
    summary: `The mail that the service would have sent, newest first, at most ${figure('listed')}`,
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
