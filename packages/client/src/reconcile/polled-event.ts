import { type EventEnvelope, resultId } from '@screening-webhooks/core';
import type { VerificationRecord } from '../document-verifications.js';

/** The event types of final records. */
export type ResultType =
  | 'document_verification.completed'
  | 'document_verification.failed'
  | 'document_verification.recorded';

/**
 * Returns the event type of a record; undefined while its verification is in progress.
 *
 * The specification defines only one status, `VERIFIED`, so this is a guess: a record is final once it has `completedAt`.
 * It is then `completed` if `verified` is true, `failed` if `errorMessage` is not empty, and otherwise `recorded`. The
 * result is undefined if `verified` is not a boolean, or if it is false with the status `VERIFIED`.
 */
export function resultType(record: VerificationRecord): ResultType | undefined {
  const { completedAt, verified, status, errorMessage } = record;
  if (typeof completedAt !== 'string' || completedAt === '') return undefined;
  if (verified === true) return 'document_verification.completed';
  if (verified !== false || status === 'VERIFIED') return undefined;
  const failed = typeof errorMessage === 'string' && errorMessage !== '';
  return failed ? 'document_verification.failed' : 'document_verification.recorded';
}

/**
 * Creates the event for a polled record. Its id is the record's `resultId`, so that every poll creates the same event.
 *
 * @throws TypeError when the record lacks `verificationId`, `status` or `completedAt`, which form the id.
 */
export function polledEvent(record: VerificationRecord, type: ResultType): EventEnvelope {
  const id = resultId({ id: '', type, created: '', data: record });
  if (id === '') {
    throw new TypeError(
      `A record of type ${type} must have verificationId, status and completedAt.`,
    );
  }
  return { id, type, created: String(record.completedAt), data: record, source: 'poll' };
}
