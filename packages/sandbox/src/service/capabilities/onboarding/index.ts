export { requirementToWire } from './checklists.js';
export { ensureOnboardings } from './create-onboarding.js';
export { type Circumstances, type DocumentEvidence, type EvaluatedRequirement, type Evidence, evaluate, onboardingStatus, documentExpiry } from './evaluate.js';
export { loadEvidence } from './records.js';
export { onboardingOperations } from './operations.js';
export { ChecklistItem } from './wire.js';
