import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { createDeliveries, readExternalId } from '../capabilities/webhooks/index.js';
import { events, webhookDeliveries, webhookEndpoints } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import { conflict, found, invalidField } from '../http/problem.js';
import { Instant } from '../http/wire.js';
import type { Command } from '../kernel/command.js';
import { only } from '../kernel/lists.js';
import { list, noLongerThan, text } from '../limits/bounded.js';
import { isStorable } from '../limits/characters.js';
import { faultParams } from '../limits/faults.js';
import { control } from './control.js';

/** A line of the file that `screening-webhooks capture` writes. */
const Capture = z.object({
  version: z.literal(1),
  receivedAt: z.iso.datetime().check(noLongerThan('time')),
  body: z.base64().check(noLongerThan('captureBody')),
});

const Text = text('id').refine(
  isStorable,
  faultParams({ code: 'invalid_format', facts: { form: 'text' } }),
);

/** The parts of a captured event that are stored in columns of their own. */
const Envelope = z.object({
  id: Text.min(1),
  type: Text.min(1),
  created: Instant,
  data: z.object({ verificationId: Text.optional(), externalId: z.unknown().optional() }),
});

export const deliveryControls = [
  control({
    method: 'POST',
    path: '/_sandbox/deliveries/{id}/deliver-now',
    summary: 'Make the next attempt of a delivery now',
    input: { params: z.object({ id: text('id') }) },
    async handle({ params: { id } }, { sql, engine }) {
      const read = async () => {
        const rows = await sql.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
        return found(rows, 'webhook_delivery', id);
      };
      const before = (await read()).status;
      if (before !== 'scheduled' && before !== 'retrying') {
        const detail = `deliver-now needs the status scheduled or retrying; it is ${before}.`;
        const facts = { action: 'deliver-now', allowed: ['scheduled', 'retrying'] };
        throw conflict({ reason: 'status', facts }, detail, before);
      }
      await engine.runJobOf(id);
      const { status, cause, attemptCount, nextAttemptAt } = await read();
      return { id, status, cause, attemptCount, nextAttemptAt };
    },
  }),
  control({
    method: 'POST',
    path: '/_sandbox/import',
    summary: 'Store captured events and deliver each to an endpoint',
    status: 201,
    input: {
      body: z.strictObject({
        endpointId: text('id').min(1),
        captures: list('captures', Capture).min(1).describe('The lines of a capture file.'),
      }),
    },
    handle: ({ body }, { runCommand }) =>
      runCommand(async (command) => {
        // An event that was captured several times was retried.
        const captured = new Map(
          body.captures.map(parseCapture).map((each) => [each.event.id, each] as const),
        );
        const imported: { readonly eventId: string; readonly deliveryId: string }[] = [];
        for (const each of captured.values()) {
          imported.push(await importEvent(command, body.endpointId, each));
        }
        return { data: imported };
      }),
  }),
];

function parseCapture({ body }: z.output<typeof Capture>, index: number) {
  const bytes = Buffer.from(body, 'base64');
  const event = Envelope.safeParse(parseJson(bytes));
  if (event.success) return { event: event.data, body: bytes };
  throw invalidField(`captures.${index}.body`, { code: 'not_an_event', facts: {} });
}

/** Returns `undefined` if the bytes are not JSON in UTF-8. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

async function importEvent(
  command: Command,
  endpointId: string,
  { event, body }: ReturnType<typeof parseCapture>,
) {
  const { tx } = command;
  const endpoint = await findEndpoint(tx, endpointId);
  const { tenantId, integrationId } = endpoint;
  await tx
    .insert(events)
    .values({
      id: event.id,
      tenantId,
      integrationId,
      type: event.type,
      created: new Date(event.created),
      body,
      subjectId: event.data.verificationId ?? event.id,
      externalId: readExternalId(event.data),
    })
    .onConflictDoNothing();
  const [stored] = await tx.select().from(events).where(eq(events.id, event.id));
  const same =
    stored?.tenantId === tenantId &&
    stored.integrationId === integrationId &&
    body.equals(stored.body);
  if (!stored || !same) {
    throw invalidField('captures', { code: 'id_taken', facts: { id: event.id } });
  }
  const status = endpoint.paused ? 'held' : 'scheduled';
  const { id } = only(await createDeliveries(command, [{ event: stored, endpoint, status }]));
  return { eventId: event.id, deliveryId: id };
}

/** Finds an endpoint of any tenant. @throws Problem 404 when there is none. */
export async function findEndpoint(tx: Sql, id: string) {
  const rows = await tx
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.deletedAt)));
  return found(rows, 'webhook_endpoint', id);
}
