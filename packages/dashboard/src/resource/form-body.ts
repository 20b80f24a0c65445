import { requestBodies } from '../api/generated/bodies.js';
import type { JsonSchema } from '../api/json-schema.js';
import type { ChangeId, Input } from '../api/operations.js';
import { useDefaultIntegration } from './default-integration.js';

/** The operations whose object may belong to an integration. */
type OwnedId = {
  [Id in ChangeId]: 'integrationId' extends keyof Required<Input<Id>>['body'] ? Id : never;
}[ChangeId];

/** Whether the field of each holds the default integration where none is chosen. */
const holdsDefault: Readonly<Record<OwnedId, boolean>> = {
  createDocumentVerification: true,
  createVerificationSession: true,
  createInvitation: true,
  // The account may own an endpoint too, so its form has another field.
  createWebhookEndpoint: false,
  // A key without an integration sees all of them.
  createApiKey: false,
};

/** The body of a request as a form needs it: its schema, and what it holds where nothing is entered. */
interface FormBody {
  /** Undefined: the operation takes no JSON. */
  readonly schema: JsonSchema | undefined;
  readonly defaults: object;
}

const schemas: Readonly<Partial<Record<string, JsonSchema>>> = requestBodies;

/** The body of a request, with the default integration where the form of the operation takes it. */
export function useFormBody(id: ChangeId): FormBody {
  const schema = schemas[id];
  const isHeld = isOwned(id) && holdsDefault[id];
  const { id: integrationId, hint } = useDefaultIntegration(isHeld);
  if (!schema || !isHeld || !integrationId) return { schema, defaults: {} };
  const property = schema.properties?.['integrationId'];
  const preset = { ...property, default: integrationId, ...(hint ? { hint } : {}) };
  return {
    schema: { ...schema, properties: { ...schema.properties, integrationId: preset } },
    defaults: { integrationId },
  };
}

function isOwned(id: ChangeId): id is OwnedId {
  return id in holdsDefault;
}
