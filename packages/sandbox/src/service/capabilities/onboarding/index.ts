export {
  type Circumstances,
  type DocumentEvidence,
  documentExpiry,
  type EvaluatedRequirement,
  type Evidence,
  evaluate,
  onboardingStatus,
} from './evaluate.js';
export { ensureOnboardings, requirementToWire } from './onboardings.js';
export { onboardingOperations } from './operations.js';
export { loadEvidence } from './records.js';
export { ChecklistItem } from './wire.js';
