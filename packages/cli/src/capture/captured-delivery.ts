import type { RejectionCode } from '@screening-webhooks/core';
import {
  type CapturedRequest,
  CaptureFormatError,
  FORMAT_VERSION,
  parseCaptureLine,
  requestFault,
} from 'screening-webhooks-delivery-input';
import { isRejectionCode } from '../answer/reported-outcome.js';
import { eventLabel } from '../event/event-label.js';
import { jsonLine } from '../json.js';

export { CaptureFormatError, requestFault };

/** A delivery as it was received, and the status of its answer. */
export interface CapturedDelivery extends Omit<CapturedRequest, 'code'> {
  /** The code of a rejection, if a receiver of this toolkit has answered. */
  readonly code?: RejectionCode;
}

/** Formats one line of a capture file, with its newline. `event` is only for searching; readers parse the body. */
export function formatCapture(captured: CapturedDelivery): string {
  const event = eventLabel(captured.body);
  return jsonLine({
    version: FORMAT_VERSION,
    receivedAt: new Date(captured.receivedAt).toISOString(),
    method: captured.method,
    path: captured.path,
    ...(event && { event }),
    headers: captured.headers,
    body: Buffer.from(captured.body).toString('base64'),
    status: captured.status,
    code: captured.code,
  });
}

/**
 * Reads one line of a capture file.
 *
 * @throws CaptureFormatError with the reason.
 */
export function parseCapture(line: string): CapturedDelivery {
  const { code, ...captured } = parseCaptureLine(line);
  // A code that a newer version has written means nothing here.
  return { ...captured, ...(isRejectionCode(code) && { code }) };
}
