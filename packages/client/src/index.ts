// The public API of the client, listed by hand.

export type { ClientFetch, ClientOptions } from './client-options.js';
// Calls
export { createClient, type ScreeningClient } from './create-client.js';
export type {
  DocumentVerifications,
  VerificationFilter,
  VerificationList,
  VerificationRecord,
} from './document-verifications.js';
// Errors
export { InvalidInputError } from './errors/invalid-input-error.js';
export {
  ServiceError,
  type ServiceErrorCode,
  type ServiceErrorFacts,
} from './errors/service-error.js';
export type { CallOptions } from './http/service-call.js';
// Reconciliation
export { type ResultType, resultType } from './reconcile/polled-event.js';
export { type ReconciliationReport, reconcile } from './reconcile/reconcile.js';
export {
  type ReconcileEveryOptions,
  type ReconciliationLoop,
  reconcileEvery,
} from './reconcile/reconcile-every.js';
export type {
  PendingIds,
  ReconcileOptions,
  ReconcilingReceiver,
} from './reconcile/reconcile-options.js';
export {
  type ScheduledContext,
  type ScheduledOptions,
  scheduledReconciliation,
} from './reconcile/scheduled-reconciliation.js';
export type { CreateReportOptions, Report, ReportOrder, Reports } from './reports.js';
