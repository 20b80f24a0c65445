import { requestBodies } from '../../api/generated/bodies.js';
import type { JsonSchema } from '../../api/json-schema.js';
import type { ChangeId } from '../../api/operations.js';
import { useDefaultIntegration } from '../default-integration.js';
import type { Body } from './body.js';

/** The operations whose object gets the default integration if none is chosen. */
const holders: ReadonlySet<ChangeId> = new Set([
  'createDocumentVerification',
  'createVerificationSession',
  'createInvitation',
] as const);

const schemas: Readonly<Partial<Record<string, JsonSchema>>> = requestBodies;

/** The published schema of an operation's body, and the body's values without input. */
export function useSchemaOf(id: ChangeId): {
  readonly schema: JsonSchema | undefined;
  readonly defaults: Body;
} {
  const schema = schemas[id];
  const isHeld = holders.has(id);
  const { id: integrationId, hint } = useDefaultIntegration(isHeld);
  if (!schema || !isHeld || !integrationId) return { schema, defaults: {} };
  const property = schema.properties?.['integrationId'];
  const preset = { ...property, default: integrationId, ...(hint ? { hint } : {}) };
  return {
    schema: { ...schema, properties: { ...schema.properties, integrationId: preset } },
    defaults: { integrationId },
  };
}
