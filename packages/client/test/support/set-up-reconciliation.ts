import {
  createReceiver,
  type EventEnvelope,
  memoryStore,
  type ReceiverOptions,
} from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import { vi } from 'vitest';
import { type ReconcileOptions, reconcile } from '../../src/index.js';
import { clientFor, json, type Responder, startService } from './fake-service.js';

export const SECRET = 'whsec_reconcile';
/** The clock of `reconcile`: minutes after the fixtures' results were completed. */
export const now = (): number => Date.parse('2026-11-20T10:02:00.000Z');

/** The report of a run that made no request. */
export const emptyReport = {
  asked: 0,
  found: 0,
  alreadyHandled: 0,
  recovered: 0,
  stillPending: 0,
  failed: 0,
};

export type Data = Readonly<Record<string, unknown>>;

/** The final record of an id. */
export const finalRecord = (externalId: string, data: Data = {}): Data => ({
  ...fixture('document_verification.completed').data,
  verificationId: `dv_${externalId}`,
  externalId,
  ...data,
});

/** The record of an id whose verification is in progress. */
export const recordInProgress = (externalId: string): Data =>
  finalRecord(externalId, { status: 'PROCESSING', verified: false, completedAt: null });

/** A webhook event for the final record of an id. */
export const webhookEvent = (data: Data): EventEnvelope => ({
  id: `evt_${data['externalId']}`,
  type: 'document_verification.completed',
  created: '2026-11-20T10:00:00.000Z',
  data,
});

/** Starts a service that returns these records, and creates a client for it and a receiver with `reconciliation: true`. */
export async function setUpReconciliation(
  records: readonly Data[],
  receiverOptions: Partial<ReceiverOptions> = {},
) {
  const respond: Responder = (response, request) => {
    const requestedId = request.query.get('externalId');
    json(records.filter(({ externalId }) => externalId === requestedId))(response, request);
  };
  const service = await startService(respond);
  const client = clientFor(service.url);
  const handler = vi.fn<(event: EventEnvelope) => unknown>(async () => {});
  const receiver = createReceiver({
    secret: SECRET,
    reconciliation: true,
    dedupe: memoryStore(),
    handlers: { '*': handler },
    ...receiverOptions,
  });
  return {
    service,
    client,
    handler,
    receiver,
    deliver: async (event: EventEnvelope): Promise<string> => {
      const ack = await receiver.receive((await sign(event, { secret: SECRET })).delivery());
      return ack.outcome.kind;
    },
    run: (options: Partial<ReconcileOptions> & Pick<ReconcileOptions, 'pending'>) =>
      reconcile({ client, receiver, requestsPerSecond: 10_000, now, ...options }),
  };
}
