export { cancelInvitationsOf, waitingInvitations } from './cancel-invitations.js';
export { createInvitation } from './create-invitation.js';
export { changeIntake, saveAnswers, submitIntake } from './intake-page/intake.js';
export { serveIntake } from './intake-page/serve-intake.js';
export { invitationEndings, invitationJobs } from './jobs.js';
export { invitationOperations } from './operations.js';
