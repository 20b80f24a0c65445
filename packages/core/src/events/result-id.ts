import { escapeKeyPart, escapeLastPart } from './escape-key-part.js';
import { isDocumentVerificationType } from './event-types.js';
import { fitsAnId } from './parse-event.js';
import type { EventEnvelope } from './webhook-event.js';

/**
 * The id of the result that a document verification event carries, the same by webhook and by poll: `result:` with the
 * record's `verificationId`, `status` and `completedAt`. For any other event, and for a record without these three fields
 * (or with more than 255 characters of them), it is the event's own id.
 *
 * @example
 * transactional(pool, handler, { key: resultId })
 */
export function resultId({ id, type, data }: EventEnvelope): string {
  if (!isDocumentVerificationType(type) || typeof data !== 'object' || data === null) return id;
  const verification = textIn(data, 'verificationId');
  const status = textIn(data, 'status');
  const completed = textIn(data, 'completedAt');
  if (!verification || !status || !completed) return id;
  const parts = [escapeKeyPart(verification), escapeKeyPart(status), escapeLastPart(completed)];
  const name = `result:${parts.join(':')}`;
  return fitsAnId(name) ? name : id;
}

function textIn(data: object, field: string): string {
  const value: unknown = Reflect.get(data, field);
  return typeof value === 'string' ? value : '';
}
