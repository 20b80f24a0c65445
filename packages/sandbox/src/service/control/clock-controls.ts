import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { webhookEndpoints } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import type { RunningJob } from '../engine/engine.js';
import { readParked, releaseParked } from '../engine/parked-jobs.js';
import type { ClockMove } from '../engine/run-move.js';
import { nextDue } from '../engine/take-jobs.js';
import { conflict, invalidField } from '../http/problem.js';
import { Instant } from '../http/wire.js';
import { LAST_TIME } from '../kernel/calendar/read-time.js';
import { ClockEndError, readClock } from '../kernel/clock.js';
import { text } from '../limits/bounded.js';
import { faultParams } from '../limits/faults.js';
import { type ControlContext, control } from './control.js';
import { readDue } from './due-work.js';
import { parseDuration } from './duration.js';

const Duration = text('time').transform((text, context) => {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  const fault = faultParams({ code: 'invalid_format', facts: { form: 'duration' } });
  context.addIssue({ code: 'custom', ...fault });
  return z.NEVER;
});

/** Milliseconds, or a time. */
const Until = text('time').transform((text, context) => {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  const time = Instant.safeParse(text);
  if (time.success) return new Date(time.data);
  const fault = faultParams({ code: 'invalid_format', facts: { form: 'time' } });
  const message =
    'must be a duration such as 15m or PT15M, or a time with its offset such as 2026-01-31T09:00:00Z';
  context.addIssue({ code: 'custom', ...fault, message });
  return z.NEVER;
});

const ClockCommand = z.union(
  [
    z.strictObject({ advance: Duration }),
    z.strictObject({ to: Instant }),
    z.strictObject({ next: z.literal(true) }),
    z.strictObject({ drain: z.literal(true) }),
    z.strictObject({ settle: z.literal(true) }),
    z.strictObject({ mode: z.enum(['real', 'frozen']) }),
  ],
  {
    error:
      'expected one of {"advance": "15m"}, {"to": "2026-01-31T09:00:00Z"}, {"next": true}, {"drain": true}, {"settle": true} and {"mode": "real"}, with a duration such as 30s, 1h30m, 7d or PT15M',
  },
);

export const clockControls = [
  control({
    method: 'GET',
    path: '/_sandbox/clock',
    summary:
      'Get the virtual time, the due work, the running move and the job that it waits for, and the parked jobs',
    input: { query: z.strictObject({ until: Until.optional() }) },
    async handle({ query: { until } }, { sql, engine }) {
      // Read before the jobs: if the move ends in between, its jobs are done.
      const moving = engine.isHeld;
      const running = await shownJob(sql, engine.waitsFor);
      const clock = await readClock(sql);
      return {
        moving,
        running,
        ...clock,
        next: (await nextDue(sql)) ?? null,
        due: await readDue(sql, clock.now, endOf(until, clock.now)),
        parked: await readParked(sql),
      };
    },
  }),
  control({
    method: 'POST',
    path: '/_sandbox/clock',
    summary: 'Move, freeze or start the clock',
    movesClock: true,
    input: { body: ClockCommand },
    async handle({ body }, context) {
      if ('mode' in body) {
        await context.engine.setMode(body.mode);
        return readClock(context.sql);
      }
      try {
        const move = await moveClock(body, context);
        return { ...move, next: move.next ?? null, target: move.target ?? null };
      } catch (error) {
        if (!(error instanceof ClockEndError)) throw error;
        const [param = ''] = Object.keys(body);
        throw invalidField(param, { code: 'too_late', facts: { at: LAST_TIME.toISOString() } });
      }
    },
  }),
  control({
    method: 'POST',
    path: '/_sandbox/clock/stop',
    summary: 'Stop the running move after its current job',
    movesClock: true,
    input: {},
    handle: async (_input, { engine }) => ({ stopping: engine.stopMove() }),
  }),
  control({
    method: 'POST',
    path: '/_sandbox/clock/release',
    summary: 'Release the jobs that were parked because they failed too often',
    input: {},
    handle: async (_input, { runCommand }) => ({ released: await runCommand(releaseParked) }),
  }),
];

/** The latest due time to read. A move does not pass the last time of the clock. */
function endOf(until: z.output<typeof Until> | undefined, now: Date): Date | undefined {
  if (until === undefined) return undefined;
  const at = typeof until === 'number' ? now.getTime() + until : until.getTime();
  return new Date(Math.min(at, LAST_TIME.getTime()));
}

/** Describes a running job: its object, the host that it waits for if it is an attempt, and its start in wall time. */
async function shownJob(sql: Sql, running: RunningJob | undefined) {
  if (!running) return null;
  const { kind, ref: id, endpointId } = running.job;
  const { url } = webhookEndpoints;
  const [endpoint] =
    endpointId === null
      ? []
      : await sql.select({ url }).from(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId));
  return { kind, id, host: endpoint ? new URL(endpoint.url).host : null, since: running.since };
}

async function moveClock(
  command: Exclude<z.output<typeof ClockCommand>, { readonly mode: unknown }>,
  { sql, engine }: ControlContext,
): Promise<ClockMove> {
  const { now } = await readClock(sql);
  if ('next' in command) return engine.moveToNextJob();
  if ('drain' in command) return engine.drain();
  if ('settle' in command) return engine.moveTo(now);
  if ('advance' in command) return engine.moveTo(new Date(now.getTime() + command.advance));
  const to = new Date(command.to);
  if (to >= now) return engine.moveTo(to);
  const at = now.toISOString();
  const reason = 'clock_does_not_go_back';
  throw conflict({ reason, facts: { at } }, 'The clock does not go back.', at);
}
