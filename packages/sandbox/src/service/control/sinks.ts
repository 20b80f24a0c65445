import { setTimeout as sleep } from 'node:timers/promises';
import { verifySignature } from '@screening-webhooks/core';
import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import { Hono } from 'hono';
import { z } from 'zod';
import {
  type EndpointRow,
  endpointRecords,
  signingSecrets,
} from '../capabilities/webhooks/index.js';
import { sinkRequests, sinks, webhookDeliveries } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import { fitting } from '../http/paging.js';
import { Problem } from '../http/problem.js';
import { readUpTo } from '../http/read-body.js';
import { readClock } from '../kernel/clock.js';
import type { Command } from '../kernel/command.js';
import type { ServiceParts } from '../kernel/service-parts.js';
import { text } from '../limits/bounded.js';
import { faultParams } from '../limits/faults.js';
import { figure, limits } from '../limits/limits.js';
import { control } from './control.js';

const { most: KEPT } = limits.sinkRequests;
const { most: KEPT_BYTES } = limits.sinkBodyKept;

const Answer = z.strictObject({
  status: z.int().min(200).max(599).default(200),
  delayMs: z.int().min(0).max(60_000).default(0),
});
const defaultAnswer = Answer.parse({});

const params = z.object({
  name: text('sinkName').refine(
    isSinkName,
    faultParams({ code: 'invalid_format', facts: { form: 'sink_name' } }),
  ),
});

function isSinkName(name: string): boolean {
  return name.length <= limits.sinkName.most && /^[\w-]+$/.test(name);
}

/** Serves receivers that accept and store every request, and answer as configured. */
export function serveSinks({ sql, runCommand, closing }: ServiceParts): Hono {
  const app = new Hono();
  app.all('/sink/:name', async (c) => {
    const name = c.req.param('name');
    if (!isSinkName(name)) throw new Problem('route_not_found', 'A sink cannot have this name.');
    // Otherwise any page could fill it: a sink asks for no key.
    if (c.req.header('sec-fetch-site') !== undefined) {
      throw new Problem('origin_not_allowed', 'A sink is for deliveries, not for pages.');
    }
    const body = await readUpTo(limits.sinkBody.most, c.req.raw);
    const [sink] = await sql.select().from(sinks).where(eq(sinks.name, name));
    const { status, delayMs } = sink ?? defaultAnswer;
    await runCommand((command) => remember(command, name, c.req.raw, body, status));
    if (delayMs > 0) await sleep(delayMs, undefined, { signal: closing }).catch(() => {});
    return new Response(null, { status });
  });
  return app;
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
/** Sets and shows the receivers that come with the sandbox, under `/sink/{name}`. */
export const sinkControls = [
  control({
    method: 'POST',
    path: '/_sandbox/sinks/{name}',
    summary: 'Set the answer of /sink/{name} and its delay',
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
    summary: `List the requests that /sink/{name} received, newest first, at most ${figure('listed')}, with at most ${figure('sinkBodyKept')} of each body. With endpointId, list only the requests of that endpoint, and whether their signatures verify`,
    input: { params, query: z.strictObject({ endpointId: text('id').optional() }) },
    async handle({ params: { name }, query: { endpointId } }, { sql, tenantId }) {
      const [sink] = await sql.select().from(sinks).where(eq(sinks.name, name));
      const { status, delayMs } = sink ?? defaultAnswer;
      const rows = await sql
        .select()
        .from(sinkRequests)
        .where(eq(sinkRequests.sink, name))
        .orderBy(desc(sinkRequests.seq))
        .limit(limits.listed.most);
      const chosen =
        endpointId === undefined ? rows : await sentBy(sql, tenantId, endpointId, rows);
      const requests = chosen.map(({ seq: _seq, sink: _sink, body, ...request }) => ({
        ...request,
        body: new TextDecoder().decode(body),
      }));
      return { name, status, delayMs, requests: fitting(requests) };
    },
  }),
];

type SinkRequest = typeof sinkRequests.$inferSelect;

/**
 * Chooses the requests that an endpoint has sent: those that name a delivery of it, and those that its secret has signed, since
 * with `--strict-headers` none names its delivery.
 *
 * @returns the requests, each with whether a secret of the endpoint signed it. `null` if its body was not kept as a whole.
 * @throws Problem 404 when the tenant has no such endpoint.
 */
async function sentBy(
  sql: Sql,
  tenantId: string,
  endpointId: string,
  rows: readonly SinkRequest[],
): Promise<(SinkRequest & { readonly verified: boolean | null })[]> {
  const endpoint = await endpointRecords.find(sql, { tenantId, integrationId: null }, endpointId);
  const named = await sql
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpoint.id),
        inArray(webhookDeliveries.id, rows.map(deliveryIdOf)),
      ),
    );
  const ids = new Set(named.map(({ id }) => id));
  const checked = await Promise.all(
    rows.map(async (row) => ({ ...row, verified: await isVerified(row, endpoint) })),
  );
  return checked.filter((row) => row.verified === true || ids.has(deliveryIdOf(row)));
}

function deliveryIdOf({ headers }: SinkRequest): string {
  return headers['service-delivery-id'] ?? '';
}

async function isVerified(
  { headers, body, receivedAt }: SinkRequest,
  endpoint: EndpointRow,
): Promise<boolean | null> {
  if (body.length >= KEPT_BYTES) return null;
  const header = headers['service-signature'];
  // The age is not checked: the time of arrival is known in virtual time only.
  const [, seconds = ''] = /(?:^|,)\s*t=(\d+)/.exec(header ?? '') ?? [];
  const now = () => Number(seconds) * 1000;
  const secret = signingSecrets(endpoint, receivedAt);
  return (await verifySignature(body, header, { secret, now })).ok;
}
