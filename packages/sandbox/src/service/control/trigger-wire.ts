import { z } from 'zod';

const Text = z.string().min(1).max(255);
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
  data: z.record(z.string(), z.unknown()).default({}).describe('Replaces fields of data.'),
  set: z.record(z.string(), z.unknown()).default({}).describe('Values by path: data.state.'),
  unset: z.array(z.string()).max(100).default([]).describe('Paths to remove.'),
  fault: z.string().max(100).optional().describe('The kind of a fault of its first attempts.'),
});

/** The event of a verification that is ordered for it. */
export const OrderTrigger = z.strictObject({
  ...shared,
  via: z.literal('api'),
  externalId: Text.optional(),
  metadata: z.record(z.string(), z.unknown()).default({}),
});
