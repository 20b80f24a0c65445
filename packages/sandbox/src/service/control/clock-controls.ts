import { z } from 'zod';
import type { ClockMove } from '../engine/engine.js';
import { readParked, releaseParked } from '../engine/parked-jobs.js';
import { nextDue } from '../engine/take-jobs.js';
import { invalidField, Problem } from '../http/problem.js';
import { Instant } from '../http/wire.js';
import { ClockEndError, readClock } from '../kernel/clock.js';
import { text } from '../limits/bounded.js';
import { type ControlContext, control } from './control.js';
import { parseDuration } from './duration.js';

const Duration = text('time').transform((text, context) => {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  context.addIssue('expected a duration such as 15m or PT15M');
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
      'The virtual time, when the next job is due, whether a move runs, and the jobs that are parked',
    input: {},
    handle: async (_input, { sql, engine }) => ({
      // Before the jobs: those of a move that has ended meanwhile are done.
      moving: engine.isHeld,
      ...(await readClock(sql)),
      next: (await nextDue(sql)) ?? null,
      parked: await readParked(sql),
    }),
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
        throw invalidField(param, 'too_late', error.message);
      }
    },
  }),
  control({
    method: 'POST',
    path: '/_sandbox/clock/release',
    summary: 'Let the jobs run again that are parked, as they have failed too often',
    input: {},
    handle: async (_input, { runCommand }) => ({ released: await runCommand(releaseParked) }),
  }),
];

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
  throw new Problem('state_conflict', 'The clock does not go back.', {
    currentStatus: now.toISOString(),
  });
}
