import type { DueKind, DueWork } from '@screening-webhooks/sandbox';
import { counted, listed } from './words-of.js';

export const dueNouns: Readonly<Record<DueKind, readonly [string, string]>> = {
  delivery_attempt: ['attempt', 'attempts'],
  manual_attempt: ['attempt by hand', 'attempts by hand'],
  secret_overlap: ['end of a former secret', 'ends of former secrets'],
  resumption: ['release of held deliveries', 'releases of held deliveries'],
  discard: ['discard of held deliveries', 'discards of held deliveries'],
  recovery: ['recovery of deliveries', 'recoveries of deliveries'],
  source_attempt: ['check of a document', 'checks of documents'],
  source_answer: ['answer of the issuing source', 'answers of issuing sources'],
  session_expiry: ['expiry of a session', 'expiries of sessions'],
  invitation_expiry: ['expiry of the invitation', 'expiries of invitations'],
  check_result: ['result of a check', 'results of checks'],
  suspension_expiry: ['end of a suspended report', 'ends of suspended reports'],
  magic_dispute: ['dispute by a test candidate', 'disputes by test candidates'],
  dispute_deadline: ['end of the dispute', 'ends of disputes'],
  final_notice: ['final notice', 'final notices'],
  import_validation: ['step of a validation', 'steps of validations'],
  import_commit: ['step of the import', 'steps of imports'],
  tenant_closing: ['closing of a tenant', 'closings of tenants'],
};

/** The due work in a few words, such as `3 attempts and 1 final notice`. */
export function dueWords(byKind: DueWork['byKind']): string {
  const counts = new Map(Object.entries(byKind));
  return listed(
    Object.entries(dueNouns).flatMap(([kind, [one, many]]) => {
      const count = counts.get(kind) ?? 0;
      return count > 0 ? [counted(count, one, many)] : [];
    }),
  );
}
