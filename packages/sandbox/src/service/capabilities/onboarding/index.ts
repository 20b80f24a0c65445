export { requirementToWire } from './checklists.js';
export { ensureOnboardings } from './create-onboarding.js';
export {
  type Circumstances,
  type DocumentEvidence,
  documentExpiry,
  type EvaluatedRequirement,
  type Evidence,
  evaluate,
  onboardingStatus,
} from './evaluate.js';
export { onboardingOperations } from './operations.js';
export { loadEvidence } from './records.js';
export { ChecklistItem } from './wire.js';
