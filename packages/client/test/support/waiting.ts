import {
  createReceiver,
  type EventEnvelope,
  memoryStore,
  type ReceiverOptions,
} from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import { vi } from 'vitest';
import { createClient, type ReconcileOptions, reconcile } from '../../src/index.js';
import { API_KEY, type Behaviour, json, startService } from './fake-service.js';

export const SECRET = 'whsec_reconcile';
/** A minute after the fixtures' results were completed. */
export const now = (): number => Date.parse('2026-11-20T10:02:00.000Z');

/** The report of a run that has asked for nothing. */
export const nothing = {
  asked: 0,
  found: 0,
  alreadyHandled: 0,
  recovered: 0,
  stillPending: 0,
  failed: 0,
};

export type Data = Readonly<Record<string, unknown>>;

/** A final record of an id. */
export const result = (externalId: string, data: Data = {}): Data => ({
  ...fixture('document_verification.completed').data,
  verificationId: `dv_${externalId}`,
  externalId,
  ...data,
});

/** A record of an id whose verification is under way. */
export const underWay = (externalId: string): Data =>
  result(externalId, { status: 'PROCESSING', verified: false, completedAt: null });

/** A service with these records, a client of it, and a receiver that reconciles. */
export async function waitingFor(
  records: readonly Data[],
  receiverOptions: Partial<ReceiverOptions> = {},
) {
  const byExternalId: Behaviour = (response, request) => {
    const asked = request.query.get('externalId');
    json(records.filter(({ externalId }) => externalId === asked))(response, request);
  };
  const service = await startService(byExternalId);
  const client = createClient({ apiKey: API_KEY, baseUrl: service.url, backoff: 1 });
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
