import type { Intake, Step } from './intake.js';
import { authorizationStep } from './steps/authorization.js';
import { documentStep } from './steps/document.js';
import { identityStep } from './steps/identity.js';
import { reviewStep } from './steps/review.js';

/** The pages of an intake in their order, between the first and the last. */
export function listSteps(intake: Intake, address: string): readonly Step[] {
  const asking = [
    identityStep(intake),
    authorizationStep(intake),
    ...intake.documents.map((document) => documentStep(intake, document)),
  ];
  return [...asking, reviewStep(asking, address)];
}

/** The first step that is not done. The last one is never done: it ends the intake. */
export function firstOpen(steps: readonly Step[]): Step {
  const open = steps.find(({ isDone }) => !isDone);
  if (!open) throw new Error('The last step of an intake was done.');
  return open;
}
