import { z } from 'zod';
import { Metadata } from '../http/metadata.js';
import { jsonMap, list, text } from '../limits/bounded.js';

const Text = text('id').min(1);
const Fields = jsonMap('triggerFields', 'id', 'jsonBody');
const shared = {
  type: Text,
  count: z.int().min(1).max(100).default(1).describe('How many events, each with its own ids.'),
  integrationId: Text.optional().describe(
    "Default: the endpoint's, or `defaultIntegrationId` of the account.",
  ),
};

/** An event out of nothing. */
export const DirectTrigger = z.strictObject({
  ...shared,
  via: z.literal('direct').default('direct'),
  endpointId: Text.optional().describe('Default: every endpoint that subscribes to the type.'),
  data: Fields.default({}).describe('Replaces fields of data.'),
  set: Fields.default({}).describe('Values by path: data.state.'),
  unset: list('triggerFields', text('id')).default([]).describe('Paths to remove.'),
  fault: text('slug').optional().describe('The kind of a fault of its first attempts.'),
});

/** The event of a verification that is ordered for it. */
export const OrderTrigger = z.strictObject({
  ...shared,
  via: z.literal('api'),
  externalId: Text.optional(),
  metadata: Metadata.default({}),
});
