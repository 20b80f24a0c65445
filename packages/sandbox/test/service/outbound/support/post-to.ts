import { onTestFinished } from 'vitest';
import type { AddressPolicy } from '../../../../src/service/outbound/guard.js';
import {
  createSender,
  type OutboundRequest,
  type Sender,
  type SenderInternals,
  type SendResult,
} from '../../../../src/service/outbound/send.js';

export const noPermissions: AddressPolicy = { allowNet: [], ownPorts: [] };

// Long enough that no busy machine reaches it. Tests of a limit set their own.
const PATIENT_MS = 60_000;
const patient: SenderInternals = {
  connectTimeoutMs: PATIENT_MS,
  bodyLimits: { bytes: 65_536, milliseconds: PATIENT_MS },
};

/** Creates a sender for the duration of a test. */
export function startSender(
  policy: Partial<AddressPolicy> = {},
  internals: SenderInternals = {},
): Sender {
  const sender = createSender({ ...noPermissions, ...policy }, { ...patient, ...internals });
  onTestFinished(() => sender.close());
  return sender;
}

/** A request with a body of five bytes. */
export function requestTo(url: string, request: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    url,
    headers: {},
    body: new TextEncoder().encode('hello'),
    timeoutMs: PATIENT_MS,
    ...request,
  };
}

/** Sends one request with its own sender. */
export function postTo(
  url: string,
  request: Partial<OutboundRequest> = {},
  internals: SenderInternals = {},
): Promise<SendResult> {
  return startSender({}, internals).send(requestTo(url, request));
}
