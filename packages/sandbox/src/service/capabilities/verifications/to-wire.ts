import { toWire } from '../../http/wire.js';
import type { ServiceUrls } from '../../kernel/service-urls.js';
import type { VerificationRow } from './records.js';
import { DocumentVerification } from './wire.js';

/** The record of spec section 2. @param now For the addresses of files, until the verification has ended. */
export function verificationToWire(row: VerificationRow, urls: ServiceUrls, now: Date) {
  return toWire(DocumentVerification, {
    ...row,
    verificationId: row.id,
    checkTypeSlug: row.config.checkTypeSlug,
    verified: row.status === 'VERIFIED',
    verificationFileUploads: row.fileIds.map((id) => urls.file(id, row.completedAt ?? now)),
  });
}
