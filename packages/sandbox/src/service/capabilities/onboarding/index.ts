export { requirementToWire } from './checklists.js';
export { ensureOnboardings } from './create-onboarding.js';
export {
  type Circumstances,
  type DocumentEvidence,
  type EvaluatedRequirement,
  type Evidence,
  evaluate,
  onboardingStatus,
} from './evaluate.js';
export { loadEvidence } from './evidence-records.js';
export { documentExpiry } from './expiry.js';
export { onboardingOperations } from './operations.js';
export { ChecklistItem } from './wire.js';
