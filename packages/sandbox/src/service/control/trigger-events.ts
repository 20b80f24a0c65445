import { type Edit, EditError, editEvent, parsePath } from '@screening-webhooks/testing/faults';
import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { sampleEvent } from '../capabilities/verifications/index.js';
import { emitEvent } from '../capabilities/webhooks/index.js';
import { webhookDeliveries } from '../db/schema/index.js';
import { createFault } from '../faults/create-fault.js';
import { validationProblem } from '../http/problem.js';
import type { Command } from '../kernel/command.js';
import { requireEmitted, requireTarget, type TriggerTarget } from './trigger-target.js';
import type { DirectTrigger } from './trigger-wire.js';

type Body = z.output<typeof DirectTrigger>;

/**
 * Stores events with realistic records, and their deliveries.
 *
 * @param actingId The tenant whose default integration counts.
 * @throws Problem for an edit that does not fit.
 */
export async function triggerEvents(command: Command, actingId: string, body: Body) {
  const target = await requireTarget(command, actingId, body);
  const edits = editsOf(body);
  const events: { readonly id: string; readonly deliveryIds: readonly string[] }[] = [];
  for (let made = 0; made < body.count; made += 1) {
    const id = await trigger(command, target, body, edits);
    const deliveries = await command.tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.eventId, id))
      .orderBy(asc(webhookDeliveries.seq));
    if (body.fault !== undefined && deliveries.length > 0) {
      await createFault(command, {
        kind: body.fault,
        match: { eventId: id, endpointId: body.endpointId },
        times: deliveries.length,
        probability: 1,
        params: {},
      });
    }
    events.push({ id, deliveryIds: deliveries.map((delivery) => delivery.id) });
  }
  return { events };
}

async function trigger(
  command: Command,
  target: TriggerTarget,
  body: Body,
  edits: readonly Edit[],
): Promise<string> {
  const type = requireEmitted(body.type);
  const sample = await sampleEvent(command, type, target.integrationId);
  if (!sample) throw new Error(`There is no sample of ${type}.`);
  const event = {
    type,
    ...sample,
    ...target,
    data: edited({ ...sample.data, ...body.data }, edits),
  };
  return emitEvent(command, event, body.endpointId);
}

function edited(record: object, edits: readonly Edit[]): object {
  try {
    const { data } = editEvent({ data: record }, edits);
    return Object(data);
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    throw validationProblem([
      { param: error.kind, code: 'not_applicable', message: error.message },
    ]);
  }
}

function editsOf({ set, unset }: Body): readonly Edit[] {
  return [
    ...Object.entries(set).map(
      ([path, value]): Edit => ({ kind: 'set', path: requirePath(path, 'set'), value }),
    ),
    ...unset.map((path): Edit => ({ kind: 'unset', path: requirePath(path, 'unset') })),
  ];
}

// The envelope is the service's: its id is that of the stored event.
function requirePath(text: string, param: string): readonly string[] {
  const path = parsePath(text);
  if (path && path.length > 1 && path[0] === 'data') return path;
  const message = `"${text}" is not a path into the record, such as data.formData.licenseNumber`;
  throw validationProblem([{ param, code: 'invalid_path', message }]);
}
