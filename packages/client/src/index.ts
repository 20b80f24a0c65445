// The public API of the client, listed by hand.

export type { ClientFetch, ClientOptions } from './client-options.js';
// Calls
export { createClient, type ScreeningClient } from './create-client.js';
export type { VerificationList, VerificationRecord } from './document-verifications.js';
// Errors
export { InvalidInputError } from './errors/invalid-input-error.js';
export { ServiceError, type ServiceErrorCode } from './errors/service-error.js';
// Reconciliation
export { type ResultType, resultType } from './reconcile/polled-event.js';
export { type ReconciliationReport, reconcile } from './reconcile/reconcile.js';
export {
  type ReconcileEveryOptions,
  type ReconciliationLoop,
  reconcileEvery,
} from './reconcile/reconcile-every.js';
export type { ReconcileOptions } from './reconcile/reconcile-options.js';
export { scheduledReconciliation } from './reconcile/scheduled-reconciliation.js';
export type { CreateReportOptions, Report, ReportOrder } from './reports.js';
