/** The kinds of due work. */
export type DueKind =
  | 'source_attempt'
  | 'source_answer'
  | 'session_expiry'
  | 'delivery_attempt'
  | 'manual_attempt'
  | 'recovery'
  | 'resumption'
  | 'discard'
  | 'invitation_expiry'
  | 'check_result'
  | 'suspension_expiry'
  | 'magic_dispute'
  | 'dispute_deadline'
  | 'final_notice'
  | 'import_validation'
  | 'import_commit'
  | 'tenant_closing'
  /** The end of a secret that signs beside a newer one. */
  | 'secret_overlap';

/** The kinds of objects that due work is for. */
export type DueObject =
  | 'adverse_action'
  | 'bulk_import'
  | 'document_verification'
  | 'invitation'
  | 'report'
  | 'tenant'
  | 'verification_session'
  | 'webhook_delivery'
  | 'webhook_endpoint';
