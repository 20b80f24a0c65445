import { type EventEnvelope, resultId } from '@screening-webhooks/core';
import type { VerificationRecord } from '../document-verifications.js';

/** The event types that a record may stand for. */
export type ResultType =
  | 'document_verification.completed'
  | 'document_verification.failed'
  | 'document_verification.recorded';

/**
 * Says what a record stands for; undefined while its verification is under way.
 *
 * The specification shows one status, `VERIFIED`, so this is a guess where it is silent: a record is final once it has
 * `completedAt`; then it is `completed` when `verified` is true, `failed` when `errorMessage` says something, and else
 * `recorded`. Nothing is guessed of a record whose `verified` is no boolean, or denies a status of `VERIFIED`.
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
 * The event of a polled record. Its id is the result's (`resultId`), so that each poll of it gives the same event.
 *
 * @throws TypeError when the record lacks the `verificationId`, `status` or `completedAt` that it is made of.
 */
export function polledEvent(record: VerificationRecord, type: ResultType): EventEnvelope {
  const id = resultId({ id: '', type, created: '', data: record });
  if (id === '') {
    throw new TypeError(
      `A record that stands for ${type} has to have verificationId, status and completedAt.`,
    );
  }
  return { id, type, created: String(record.completedAt), data: record, source: 'poll' };
}
