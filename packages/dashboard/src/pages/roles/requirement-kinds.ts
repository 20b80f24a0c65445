import { requestBodies } from '../../api/generated/bodies.js';
import type { Requirement } from './requirement-draft.js';

/** The kinds of requirements, as the API has them. */
export const requirementKinds: readonly Requirement['kind'][] =
  requestBodies.createRole.properties.requirements.items.properties.kind.enum;
