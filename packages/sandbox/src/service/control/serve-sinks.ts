import { setTimeout as sleep } from 'node:timers/promises';
import { desc, eq, lte } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { sinkRequests, sinks } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import { Problem, problemResponse } from '../http/problem.js';
import { readUpTo } from '../http/read-body.js';
import { toProblem } from '../http/to-problem.js';
import type { Command, RunCommand } from '../kernel/command.js';
import { limits } from '../limits/limits.js';

/** How a sink answers. */
export interface SinkAnswer {
  readonly status: number;
  readonly delayMs: number;
}

export interface SinkDependencies {
  readonly sql: Sql;
  readonly runCommand: RunCommand;
  readonly nextRequestId: () => string;
  readonly onError: (error: unknown) => void;
  /** Ends the waits. */
  readonly closing: AbortSignal;
}

export const defaultAnswer: SinkAnswer = { status: 200, delayMs: 0 };

const { most: KEPT } = limits.sinkRequests;
const { most: KEPT_BYTES } = limits.sinkBodyKept;

/** Whether a name can be that of a sink. */
export function isSinkName(name: string): boolean {
  return name.length <= limits.sinkName.most && /^[\w-]+$/.test(name);
}

/** Receivers that take everything, remember it, and answer what they are told to. */
export function serveSinks(dependencies: SinkDependencies): Hono {
  const { nextRequestId } = dependencies;
  const app = new Hono();
  app.all('/sink/:name', (c) => receive(c, c.req.param('name'), dependencies));
  app.onError((error) => {
    return problemResponse(toProblem(error, dependencies), nextRequestId());
  });
  return app;
}

async function receive(
  c: Context,
  name: string,
  { sql, runCommand, closing }: SinkDependencies,
): Promise<Response> {
  if (!isSinkName(name)) throw new Problem('route_not_found', 'A sink cannot have this name.');
  // Any page could fill it otherwise: no key is asked for.
  if (c.req.header('sec-fetch-site') !== undefined) {
    throw new Problem('origin_not_allowed', 'A sink is for deliveries, not for pages.');
  }
  const body = await readUpTo(limits.sinkBody.most, c.req.raw);
  const [sink] = await sql.select().from(sinks).where(eq(sinks.name, name));
  const { status, delayMs } = sink ?? defaultAnswer;
  await runCommand((command) => remember(command, name, c.req.raw, body, status));
  if (delayMs > 0) await sleep(delayMs, undefined, { signal: closing }).catch(() => {});
  return new Response(null, { status });
}

async function remember(
  { tx, now, nextId }: Command,
  sink: string,
  { method, headers }: Request,
  body: Uint8Array,
  status: number,
): Promise<void> {
  await tx.insert(sinkRequests).values({
    id: await nextId('snk'),
    sink,
    method,
    headers: Object.fromEntries(headers),
    body: body.subarray(0, KEPT_BYTES),
    status,
    receivedAt: now,
  });
  const [oldest] = await tx
    .select({ seq: sinkRequests.seq })
    .from(sinkRequests)
    .orderBy(desc(sinkRequests.seq))
    .offset(KEPT)
    .limit(1);
  if (!oldest) return;
  await tx.delete(sinkRequests).where(lte(sinkRequests.seq, oldest.seq));
}
