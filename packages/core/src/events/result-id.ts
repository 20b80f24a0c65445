import { isDocumentVerificationType } from './event-types.js';
import { fitsAnId } from './parse-event.js';
import type { EventEnvelope } from './webhook-event.js';

/**
 * Names the result that a document verification event brings, whichever way it came: `result:` with the record's
 * `verificationId`, `status` and `completedAt`, as text. For any other event, and for a record without these three (or
 * with more than 255 characters of them), it is the event's own id.
 *
 * @example
 * transactional(pool, handler, { key: resultId })
 */
export function resultId({ id, type, data }: EventEnvelope): string {
  if (!isDocumentVerificationType(type) || typeof data !== 'object' || data === null) return id;
  const parts = ['verificationId', 'status', 'completedAt'].map((field) =>
    Reflect.get(data, field),
  );
  if (!parts.every((part) => typeof part === 'string' && part !== '')) return id;
  // Escaped, so that no two results have one name; times keep their colons, as there is nothing behind them.
  const [verification, status] = parts.map((part) => part.replace(/[%:]/g, encodeURIComponent));
  const name = `result:${verification}:${status}:${parts[2]}`;
  return fitsAnId(name) ? name : id;
}
