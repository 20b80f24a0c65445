import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { sinkRequests, sinks } from '../db/schema/index.js';
import { fitting } from '../http/paging.js';
import { readClock } from '../kernel/clock.js';
import { text } from '../limits/bounded.js';
import { figure } from '../limits/figure.js';
import { limits } from '../limits/limits.js';
import { control } from './control.js';
import { defaultAnswer, isSinkName, type SinkAnswer } from './serve-sinks.js';

const params = z.object({
  name: text('sinkName').refine(
    isSinkName,
    `must be letters, digits, - or _, at most ${figure('sinkName')}`,
  ),
});
const Answer = z.strictObject({
  status: z.int().min(200).max(599).default(defaultAnswer.status),
  delayMs: z.int().min(0).max(60_000).default(defaultAnswer.delayMs),
});

/** The receivers that the sandbox brings along, under `/sink/{name}`. */
export const sinkControls = [
  control({
    method: 'POST',
    path: '/_sandbox/sinks/{name}',
    summary: 'Set what /sink/{name} answers, and after how long',
    input: { params, body: Answer },
    async handle({ params: { name }, body }, { sql }) {
      const { now } = await readClock(sql);
      await sql
        .insert(sinks)
        .values({ name, ...body, createdAt: now })
        .onConflictDoUpdate({ target: sinks.name, set: body });
      return { name, ...body };
    },
  }),
  control({
    method: 'GET',
    path: '/_sandbox/sinks/{name}',
    summary: `What /sink/{name} has received, newest first, at most ${figure('listed')}; ${figure('sinkBodyKept')} of a body`,
    input: { params },
    async handle({ params: { name } }, { sql }) {
      const [sink] = await sql.select().from(sinks).where(eq(sinks.name, name));
      const { status, delayMs }: SinkAnswer = sink ?? defaultAnswer;
      const rows = await sql
        .select()
        .from(sinkRequests)
        .where(eq(sinkRequests.sink, name))
        .orderBy(desc(sinkRequests.seq))
        .limit(limits.listed.most);
      const requests = rows.map(({ seq: _seq, sink: _sink, body, ...request }) => ({
        ...request,
        body: new TextDecoder().decode(body),
      }));
      return { name, status, delayMs, requests: fitting(requests) };
    },
  }),
];
