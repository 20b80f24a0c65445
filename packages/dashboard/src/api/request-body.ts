import { requestBodies } from './generated/bodies.js';
import type { JsonSchema } from './json-schema.js';
import type { OperationId } from './operations.js';

/** The schema of the JSON that an operation takes. Undefined: it takes none. */
export function requestBody(id: OperationId): JsonSchema | undefined {
  const bodies: Readonly<Partial<Record<string, JsonSchema>>> = requestBodies;
  return bodies[id];
}
