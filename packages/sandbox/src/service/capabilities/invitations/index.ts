export { cancelInvitations } from './cancel-invitation.js';
export { createInvitation } from './create-invitation.js';
export { changeIntake, saveAnswers } from './intake-page/change-intake.js';
export { serveIntake } from './intake-page/serve-intake.js';
export { submitIntake } from './intake-page/submit-intake.js';
export { invitationJobs } from './jobs.js';
export { invitationOperations } from './operations.js';
