import type { ChangeId } from '../api/operations.js';

/** What the button of an operation says, the title of its dialog, and what is said when it is done. */
// biome-ignore format: a line for each.
export const actionWords = {
  archiveCandidate: ['Archive permanently', 'Archive the candidate permanently', 'The candidate is archived.'],
  archiveIntegration: ['Archive permanently', 'Archive the integration permanently', 'The integration is archived.'],
  archivePackage: ['Archive permanently', 'Archive the package permanently', 'The package is archived.'],
  archiveRole: ['Archive permanently', 'Archive the role permanently', 'The role is archived.'],
  cancelAdverseAction: ['Cancel adverse action', 'Cancel the adverse action', 'The adverse action is canceled.'],
  cancelDocumentVerification: ['Cancel verification', 'Cancel the verification', 'The verification is canceled.'],
  cancelInvitation: ['Cancel invitation', 'Cancel the invitation', 'The invitation is canceled.'],
  cancelReport: ['Cancel report', 'Cancel the report', 'The report is canceled.'],
  changeAccount: ['Edit', 'Edit the account', 'The account is changed.'],
  changeDocumentConfig: ['Edit', 'Edit the document configuration', 'The document configuration is changed.'],
  changeIntegration: ['Rename', 'Rename the integration', 'The integration is renamed.'],
  changeTenant: ['Edit', 'Edit the tenant', 'The tenant is changed.'],
  closeTenant: ['Close', 'Close the tenant for good', 'The tenant is closed.'],
  commitBulkImport: ['Commit', 'Commit the import', 'The commit has begun.'],
  createApiKey: ['Create key', 'Create an API key', 'The key is created.'],
  createCandidate: ['Create candidate', 'Create a candidate', 'The candidate is created.'],
  createDocumentConfig: ['Create configuration', 'Create a document configuration', 'The document configuration is created.'],
  createIntegration: ['Create integration', 'Create an integration', 'The integration is created.'],
  createInvitation: ['Invite', 'Invite a candidate to an intake', 'The candidate is invited.'],
  createOnboarding: ['Start onboarding', 'Start an onboarding', 'The onboarding has started.'],
  createReport: ['Order report', 'Order a report', 'The report is ordered.'],
  createVerificationSession: ['Create session', 'Create a session', 'The session is created.'],
  deleteWebhookEndpoint: ['Delete', 'Delete the endpoint', 'The endpoint is deleted.'],
  pauseWebhookEndpoint: ['Pause', 'Pause the endpoint', 'The endpoint is paused: its deliveries are held.'],
  provisionTenant: ['Provision tenant', 'Provision a tenant', 'The tenant is provisioned.'],
  reactivateTenant: ['Reactivate', 'Reactivate the tenant', 'The tenant goes on. Its keys work again.'],
  recoverWebhookDeliveries: ['Recover', 'Recover failed deliveries', ''],
  replayWebhookDelivery: ['Replay', 'Replay the delivery', 'The delivery is attempted once more.'],
  rescheduleFinalNotice: ['Reschedule', 'Reschedule the final notice', 'The final notice is rescheduled.'],
  resendInvitation: ['Send again', 'Send the mail again', 'The mail is sent again.'],
  resolveAdverseActionDispute: ['Resolve dispute', 'Resolve the dispute', 'The dispute is resolved.'],
  resumeWebhookEndpoint: ['Resume', 'Resume the endpoint', 'The endpoint is resumed: held deliveries are sent, oldest first.'],
  revokeApiKey: ['Revoke', 'Revoke the API key for good', 'The key is revoked.'],
  rollWebhookEndpointSecret: ['Roll secret', 'Roll the signing secret', 'The secret is rolled.'],
  sendFinalNotice: ['Send final notice', 'Send the final notice now', 'The final notice is sent.'],
  supplyReportInformation: ['Supply information', 'Supply what the report waits for', 'The information is supplied.'],
  suspendTenant: ['Suspend', 'Suspend the tenant', 'The tenant is suspended.'],
  testWebhookEndpoint: ['Send a test event', 'Send a test event to the endpoint', 'The test event is on its way.'],
  updateApiKey: ['Change', 'Change the API key', 'The key is changed.'],
  updateCandidate: ['Edit', 'Edit the candidate', 'The candidate is changed.'],
} as const satisfies Readonly<
  Partial<Record<ChangeId, readonly [label: string, title: string, done: string]>>
>;

/** The operations that have a button. */
export type ActionId = keyof typeof actionWords;
