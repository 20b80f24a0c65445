import { timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { Problem, problemResponse } from '../api/problem.js';
import { readInput } from '../api/read-input.js';
import { readClock } from '../engine/clock.js';
import { ClockHeldError } from '../engine/clock-held-error.js';
import type { ClockMove, Engine } from '../engine/engine.js';
import type { Sql } from '../store/connect.js';
import { parseDuration } from './duration.js';

export interface ControlDependencies {
  readonly sql: Sql;
  readonly engine: Engine;
  readonly token: string;
  readonly reset: () => Promise<void>;
  readonly nextRequestId: () => string;
  readonly onError: (error: unknown) => void;
}

const Duration = z.string().transform((text, context) => {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  context.addIssue('expected a duration such as 15m or PT15M');
  return z.NEVER;
});

const ClockCommand = z.object({
  body: z.union(
    [
      z.strictObject({ advance: Duration }),
      z.strictObject({ to: z.iso.datetime({ offset: true }) }),
      z.strictObject({ next: z.literal(true) }),
      z.strictObject({ drain: z.literal(true) }),
      z.strictObject({ settle: z.literal(true) }),
      z.strictObject({ mode: z.enum(['real', 'frozen']) }),
    ],
    {
      error:
        'expected one of {"advance": "15m"}, {"to": "2026-01-31T09:00:00Z"}, {"next": true}, {"drain": true}, {"settle": true} and {"mode": "real"}, with a duration such as 30s, 1h30m, 7d or PT15M',
    },
  ),
});

// Far beyond every time that the service knows, and within what a Date can show.
const HORIZON = new Date('9000-01-01T00:00:00Z');

/** The controls that the real service does not have. They take the control token, never an API key. */
export function serveControls(controls: ControlDependencies): Hono {
  const app = new Hono().basePath('/_sandbox');
  app.use('*', async (c, next) => {
    if (!isAuthorized(c, controls.token)) {
      throw new Problem('control_token_invalid', 'Send the control token: Authorization: Bearer …');
    }
    await next();
  });
  app.get('/clock', async (c) => c.json(await showClock(controls)));
  app.post('/clock', async (c) => c.json(await moveClock(await readJson(c), controls)));
  app.post('/reset', async (c) => {
    await controls.reset();
    return c.json(await showClock(controls));
  });
  app.all('*', () => {
    throw new Problem('route_not_found', 'There is no such control.');
  });
  app.onError((error) => {
    const problem = toProblem(error);
    if (problem.code === 'internal_error') controls.onError(error);
    return problemResponse(problem, controls.nextRequestId());
  });
  return app;
}

async function showClock({ sql }: ControlDependencies) {
  const { mode, now } = await readClock(sql);
  return { mode, now: now.toISOString() };
}

async function moveClock(body: unknown, { sql, engine }: ControlDependencies) {
  const { body: command } = readInput(ClockCommand, {
    params: {},
    query: new URLSearchParams(),
    body,
  });
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

async function readJson(c: Context): Promise<unknown> {
  try {
    const parsed: unknown = await c.req.json();
    return parsed;
  } catch {
    throw new Problem('malformed_json', 'The body is not valid JSON.');
  }
}

function isAuthorized(c: Context, token: string): boolean {
  const given = Buffer.from(c.req.header('authorization') ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ClockHeldError) return new Problem('clock_held', error.message);
  return new Problem('internal_error', 'The service failed. Its log has the error.');
}
