import {
  type Edit,
  EditError,
  editEvent,
  nearest,
  parsePath,
} from '@screening-webhooks/testing/faults';
import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { selectDefaultIntegration } from '../capabilities/integrations/index.js';
import {
  CreateVerification,
  createVerification,
  sampleEvent,
} from '../capabilities/verifications/index.js';
import { emitEvent, eventTypes } from '../capabilities/webhooks/index.js';
import { integrations, webhookDeliveries } from '../db/schema/index.js';
import { createFault, NewFault } from '../faults/create-fault.js';
import { found, invalidField, Problem } from '../http/problem.js';
import { Metadata } from '../http/wire.js';
import type { Command } from '../kernel/command.js';
import { jsonMap, list, map, text } from '../limits/bounded.js';
import { control } from './control.js';
import { findEndpoint } from './delivery-controls.js';

const Text = text('id').min(1);
const Fields = jsonMap('triggerFields', 'id', 'jsonBody');
const shared = {
  type: Text,
  count: z.int().min(1).max(100).default(1).describe('How many events, each with its own ids.'),
  integrationId: Text.optional().describe(
    "Default: the endpoint's, or `defaultIntegrationId` of the account.",
  ),
};

const DirectTrigger = z.strictObject({
  ...shared,
  via: z.literal('direct').optional().describe('The default.'),
  endpointId: Text.optional().describe('Default: every endpoint that subscribes to the type.'),
  data: Fields.default({}).describe('Replaces fields of data.'),
  set: Fields.default({}).describe('Values by path: data.state.'),
  setText: map('triggerFields', text('id').min(1), text('triggerText'))
    .default({})
    .describe('Texts by path, after `set`. Each takes the type that its field has in the record.'),
  unset: list('triggerFields', text('id')).default([]).describe('Paths to remove.'),
  fault: text('slug').optional().describe('The kind of a fault of its first attempts.'),
});

/** Orders a verification that ends with the event. */
const OrderTrigger = z.strictObject({
  ...shared,
  via: z.literal('api'),
  externalId: Text.optional(),
  metadata: Metadata.default({}),
});

type Emitted = Extract<(typeof eventTypes)[number], { availability: 'emitted' }>['type'];

/** The magic values (service tables 1.10) that lead to each event. */
const magic = {
  'document_verification.completed': 'SBX-OK-1',
  'document_verification.failed': 'SBX-NOTFOUND-1',
  'document_verification.recorded': 'SBX-NOSOURCE-1',
} as const;

export const triggerControls = [
  control({
    id: 'trigger',
    method: 'POST',
    path: '/_sandbox/trigger',
    summary: 'Create events directly, or by ordering verifications that end as requested',
    status: 201,
    input: { body: z.discriminatedUnion('via', [DirectTrigger, OrderTrigger]) },
    handle: ({ body }, { runCommand, tenantId }) =>
      runCommand<object>(async (command) => {
        const target = await requireTarget(command, tenantId, body);
        return body.via === 'api'
          ? orderVerifications(command, target, body)
          : makeEvents(command, target, body);
      }),
  }),
];

/** The integration that owns the triggered event. */
interface Target {
  readonly tenantId: string;
  readonly integrationId: string;
}

async function orderVerifications(
  command: Command,
  { tenantId, integrationId }: Target,
  { type, count, externalId, metadata }: z.output<typeof OrderTrigger>,
) {
  const order = CreateVerification.parse({
    documentConfigSlug: 'rn-license',
    state: 'CA',
    integrationId,
    formData: { licenseNumber: magic[requireEmitted(type)] },
    metadata,
    ...(externalId === undefined ? {} : { externalId }),
  });
  const caller = { scope: { tenantId, integrationId: null }, keyScope: 'full_access' } as const;
  const verificationIds: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const verification = await createVerification({ ...command, ...caller }, order);
    verificationIds.push(verification.id);
  }
  return { verificationIds };
}

/** Stores events with realistic records, and their deliveries. @throws Problem for an edit that does not fit. */
async function makeEvents(command: Command, target: Target, body: z.output<typeof DirectTrigger>) {
  const edits = readEdits(body);
  const type = requireEmitted(body.type);
  const events: { readonly id: string; readonly deliveryIds: readonly string[] }[] = [];
  let warnings: ReturnType<typeof applyEdits>['warnings'] = [];
  for (let made = 0; made < body.count; made += 1) {
    const sample = await sampleEvent(command, type, target);
    if (!sample) throw new Error(`There is no sample of ${type}.`);
    const edited = applyEdits({ ...sample.data, ...body.data }, edits);
    const { data } = edited;
    // The records have the same fields.
    warnings = edited.warnings;
    const id = await emitEvent(command, { type, ...sample, ...target, data }, body.endpointId);
    const deliveries = await command.tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.eventId, id))
      .orderBy(asc(webhookDeliveries.seq));
    if (body.fault !== undefined && deliveries.length > 0) {
      const match = { eventId: id, endpointId: body.endpointId };
      const fault = { kind: body.fault, match, times: deliveries.length };
      await createFault(command, NewFault.parse(fault));
    }
    events.push({ id, deliveryIds: deliveries.map((delivery) => delivery.id) });
  }
  return warnings.length === 0 ? { events } : { events, warnings };
}

/** @throws Problem for a type that the service does not emit; for an unknown one, it names the nearest. */
function requireEmitted(type: string): Emitted {
  const known = eventTypes.find((each) => each.type === type);
  if (known?.availability === 'emitted') return known.type;
  if (known) {
    throw new Problem('event_type_not_available', `${type} is coming soon and never emitted.`, {
      facts: { id: type, because: 'coming_soon' },
    });
  }
  const names = eventTypes.map((each) => each.type);
  const meant = nearest(type, names) ?? names.join(', ');
  throw invalidField('type', { code: 'unknown', facts: { what: 'event_type', meant } });
}

/**
 * Finds the named integration, or the one of the endpoint, or the default of the tenant.
 *
 * @throws Problem when there is none.
 */
async function requireTarget(
  { tx }: Command,
  tenantId: string,
  body: { readonly integrationId?: string | undefined; readonly endpointId?: string | undefined },
): Promise<Target> {
  const { integrationId, endpointId } = body;
  if (endpointId !== undefined) {
    const endpoint = await findEndpoint(tx, endpointId);
    const owner = endpoint.integrationId;
    if (owner === null || (integrationId !== undefined && integrationId !== owner)) {
      throw invalidField('endpointId', { code: 'other_integration', facts: {} });
    }
    return { tenantId: endpoint.tenantId, integrationId: owner };
  }
  if (integrationId !== undefined) {
    const rows = await tx.select().from(integrations).where(eq(integrations.id, integrationId));
    return { tenantId: found(rows, 'integration', integrationId).tenantId, integrationId };
  }
  const [preset] = await selectDefaultIntegration(tx, { tenantId, integrationId: null });
  if (preset) return { tenantId, integrationId: preset.id };
  throw new Problem('resource_not_found', 'No integration is active. Create one first.', {
    facts: { what: 'integration' },
  });
}

/** @throws Problem for a path that does not lead into the record. */
function readEdits({ set, setText, unset }: z.output<typeof DirectTrigger>): readonly Edit[] {
  return [
    ...Object.entries(set).map(
      ([path, value]): Edit => ({ kind: 'set', path: readPath(path, 'set'), value }),
    ),
    ...Object.entries(setText).map(
      ([path, text]): Edit => ({ kind: 'setText', path: readPath(path, 'setText'), text }),
    ),
    ...unset.map((path): Edit => ({ kind: 'unset', path: readPath(path, 'unset') })),
  ];
}

// The service owns the envelope: its id is the id of the stored event.
function readPath(text: string, param: string): readonly string[] {
  const path = parsePath(text);
  if (path && path.length > 1 && path[0] === 'data') return path;
  throw invalidField(param, { code: 'invalid_path', facts: { id: text } });
}

/** Applies edits to a record. Returns its data, and warnings of likely mistakes. @throws Problem for an edit that does not fit. */
function applyEdits(record: object, edits: readonly Edit[]) {
  try {
    const { event, warnings } = editEvent({ data: record }, edits);
    return {
      data: Object(event['data']),
      warnings: warnings.map(({ kind, message }) => ({ param: kind, message })),
    };
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    throw invalidField(error.kind, { code: 'not_applicable', facts: { text: error.message } });
  }
}
