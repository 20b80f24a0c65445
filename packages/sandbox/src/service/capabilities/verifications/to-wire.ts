import type { ServiceUrls } from '../../kernel/service-urls.js';
import type { VerificationRow } from './find-verification.js';
import type { VerificationRecord } from './wire.js';

/** The record of spec section 2. @param now For the addresses of files, until the verification has ended. */
export function verificationToWire(
  { verification, config, sessionReference }: VerificationRow,
  urls: ServiceUrls,
  now: Date,
): VerificationRecord {
  return {
    verificationId: verification.id,
    externalId: verification.externalId,
    integrationId: verification.integrationId,
    sessionId: verification.sessionId,
    sessionReference,
    documentConfigSlug: verification.documentConfigSlug,
    checkTypeSlug: config.checkTypeSlug,
    state: verification.state,
    status: verification.status,
    verified: verification.status === 'VERIFIED',
    formData: verification.formData,
    verificationFileUploads: verification.fileIds.map((id) =>
      urls.file(id, verification.completedAt ?? now),
    ),
    errorMessage: verification.errorMessage,
    attemptCount: verification.attemptCount,
    metadata: verification.metadata,
    createdAt: verification.createdAt.toISOString(),
    completedAt: verification.completedAt?.toISOString() ?? null,
  };
}
