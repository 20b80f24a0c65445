import { z } from 'zod';
import type { ClockMove } from '../engine/engine.js';
import { Instant } from '../http/instant.js';
import { Problem } from '../http/problem.js';
import { readClock } from '../kernel/clock.js';
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

// Far beyond every time that the service knows, and within what a Date can show.
const HORIZON = new Date('9000-01-01T00:00:00Z');

export const clockControls = [
  control({
    method: 'GET',
    path: '/_sandbox/clock',
    summary: 'The virtual time',
    input: {},
    handle: (_input, context) => showClock(context),
  }),
  control({
    method: 'POST',
    path: '/_sandbox/clock',
    summary: 'Move, freeze or start the clock',
    movesClock: true,
    input: { body: ClockCommand },
    handle: ({ body }, context) => moveClock(body, context),
  }),
];

export async function showClock({ sql }: Pick<ControlContext, 'sql'>) {
  const { mode, now } = await readClock(sql);
  return { mode, now: now.toISOString() };
}

async function moveClock(command: z.output<typeof ClockCommand>, { sql, engine }: ControlContext) {
  const { now } = await readClock(sql);
  if ('mode' in command) {
    await engine.setMode(command.mode);
    return { mode: command.mode, now: now.toISOString() };
  }
  if ('advance' in command) {
    return shown(await engine.moveTo(reachable(now.getTime() + command.advance, 'advance')));
  }
  if ('to' in command) {
    const to = reachable(Date.parse(command.to), 'to');
    if (to >= now) return shown(await engine.moveTo(to));
    throw new Problem('state_conflict', 'The clock does not go back.', {
      currentStatus: now.toISOString(),
    });
  }
  if ('next' in command) return shown(await engine.moveToNextJob());
  if ('drain' in command) return shown(await engine.drain(HORIZON));
  return shown(await engine.moveTo(now));
}

/** @throws Problem for a time beyond those that the service can count with. */
function reachable(time: number, param: string): Date {
  if (time <= HORIZON.getTime()) return new Date(time);
  const message = `must not move the clock beyond ${HORIZON.toISOString()}`;
  throw new Problem('validation_failed', `${param}: ${message}`, {
    errors: [{ param, code: 'too_late', message }],
  });
}

function shown({ now, ran, deliveries, next, limitReached }: ClockMove) {
  return {
    now: now.toISOString(),
    ran,
    deliveries,
    next: next?.toISOString() ?? null,
    limitReached,
  };
}
