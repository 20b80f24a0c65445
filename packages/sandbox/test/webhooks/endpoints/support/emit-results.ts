import { asc, eq } from 'drizzle-orm';
import { commandRunner } from '../../../../src/engine/command.js';
import { type OpenDatabase, openMemoryDatabase } from '../../../../src/store/connect.js';
import { Derivation } from '../../../../src/store/ids.js';
import { webhookDeliveries } from '../../../../src/store/schema/index.js';
import { emitEvent } from '../../../../src/webhooks/events/emit-event.js';
import { order } from '../../../support/orders.js';
import { ownService, type TestService } from '../../../support/service.js';

/** A delivery in the order of its creation. */
export interface CreatedDelivery {
  readonly eventId: string;
  readonly status: string;
  readonly attemptCount: number;
}

/** A service whose integration gets many results at once: a call for each would take most of a test's time. */
export interface BusyService {
  readonly service: TestService;
  /** The path of its endpoint. */
  readonly endpoint: string;
  readonly secret: string;
  /** Emits the completion of that many verifications, in one command. */
  emit(count: number): Promise<void>;
  /** The deliveries, oldest first. */
  deliveries(): Promise<readonly CreatedDelivery[]>;
}

/** The same for each test of a file. */
export function busyService(deliverTo: (request: Request) => Promise<Response>): () => BusyService {
  let database: OpenDatabase | undefined;
  const service = ownService(
    {},
    {
      deliverTo,
      async openDatabase() {
        database = await openMemoryDatabase();
        return database;
      },
    },
  );

  return () => {
    if (!database) throw new Error('The service has opened no database.');
    const { sql } = database;
    const { description, call } = service();
    const [demo] = description.endpoints;
    const origin = description.url;
    const runCommand = commandRunner(sql, new Derivation('test'), { origin, file: () => origin });
    return {
      service: service(),
      endpoint: `/v1/webhook-endpoints/${demo?.id}`,
      secret: demo?.secret ?? '',
      async emit(count) {
        const id = await order(service(), { formData: {} });
        const { body } = await call('GET', `/v1/document-verifications/${id}`);
        const record = {
          ...body,
          status: 'VERIFIED',
          verified: true,
          completedAt: body['createdAt'],
        };
        await runCommand(async (command) => {
          for (let number = 0; number < count; number += 1) {
            const subjectId = await command.nextId('dv');
            await emitEvent(command, {
              type: 'document_verification.completed',
              tenantId: 'acct',
              integrationId: description.integrationId,
              subjectId,
              data: { ...record, verificationId: subjectId },
            });
          }
        });
      },
      deliveries: () =>
        sql
          .select({
            eventId: webhookDeliveries.eventId,
            status: webhookDeliveries.status,
            attemptCount: webhookDeliveries.attemptCount,
          })
          .from(webhookDeliveries)
          .where(eq(webhookDeliveries.endpointId, demo?.id ?? ''))
          .orderBy(asc(webhookDeliveries.seq)),
    };
  };
}
