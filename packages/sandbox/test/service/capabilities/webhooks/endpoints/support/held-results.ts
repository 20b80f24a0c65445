import { asc, eq, getTableColumns } from 'drizzle-orm';
import { runResumption } from '../../../../../../src/service/capabilities/webhooks/endpoints/held-deliveries.js';
import { endpointRecords } from '../../../../../../src/service/capabilities/webhooks/endpoints/records.js';
import { events, jobs, webhookDeliveries } from '../../../../../../src/service/db/schema/index.js';
import { transactOn } from '../../../../../../src/service/db/sql.js';
import { objectJob } from '../../../../../../src/service/engine/job-handlers.js';
import { commandRunner } from '../../../../../../src/service/kernel/command.js';
import { Derivation, derivedIdentity } from '../../../../../../src/service/kernel/identity.js';
import { order } from '../../../../../support/orders.js';
import { sharedService, type TestService } from '../../../../../support/service.js';

const resumption = objectJob(endpointRecords, runResumption);

type Delivery = typeof webhookDeliveries.$inferSelect;

/** A service whose paused endpoint can hold many deliveries at once. Ordering them would take most of a test's time. */
export interface HoldingService {
  readonly service: TestService;
  /** The path of its endpoint. */
  readonly endpoint: string;
  readonly secret: string;
  /** Stores the rows that `count` completed verifications leave while the endpoint is paused. */
  hold(count: number): Promise<void>;
  /** Runs only resumptions. Returns the number of their transactions. */
  runResumptions(): Promise<number>;
  /** The deliveries of the endpoint, oldest first. */
  deliveries(): Promise<readonly Delivery[]>;
  /** The ids of the due deliveries, in the order of their attempts. */
  due(): Promise<readonly string[]>;
}

/** The same service for each test of a file. */
export function holdingService(
  deliverTo: (request: Request) => Promise<Response>,
): () => HoldingService {
  const service = sharedService(deliverTo);
  const ids = new Derivation('held', new Date(0));
  let written = 0;

  return () => {
    const { description, call, sql } = service();
    const { integrationId, url: origin } = description;
    const endpointId = description.endpoints[0]?.id ?? '';
    const type = 'document_verification.completed';
    const owner = { tenantId: 'acct', integrationId };
    const runCommand = commandRunner(transactOn(sql), derivedIdentity(ids, 1), {
      origin,
      file: () => origin,
      hosted: () => origin,
    });
    return {
      service: service(),
      endpoint: `/v1/webhook-endpoints/${endpointId}`,
      secret: description.endpoints[0]?.secret ?? '',
      async hold(count) {
        const verification = await order(service(), { formData: {} });
        const { body } = await call('GET', `/v1/document-verifications/${verification}`);
        const createdAt = new Date(String(body['createdAt']));
        const completed = { status: 'VERIFIED', verified: true, completedAt: createdAt };
        const emitted = Array.from({ length: count }, () => {
          written += 1;
          const id = ids.id('evt', written);
          const subjectId = ids.id('dv', written);
          const data = { ...body, ...completed, verificationId: subjectId };
          const text = JSON.stringify({ id, type, created: createdAt, data });
          return { id, subjectId, body: new TextEncoder().encode(text) };
        });
        await sql
          .insert(events)
          .values(emitted.map((event) => ({ ...event, ...owner, type, created: createdAt })));
        await sql.insert(webhookDeliveries).values(
          emitted.map(({ id: eventId }) => ({
            id: eventId.replace('evt', 'dlv'),
            ...owner,
            eventId,
            eventType: type,
            test: false,
            endpointId,
            status: 'held' as const,
            attemptCount: 0,
            createdAt,
            updatedAt: createdAt,
          })),
        );
      },
      async runResumptions() {
        for (let transactions = 0; ; transactions += 1) {
          const [job] = await sql.delete(jobs).where(eq(jobs.kind, 'resumption')).returning();
          if (!job) return transactions;
          await runCommand((command) => resumption.body(command, job));
        }
      },
      deliveries: () =>
        sql
          .select(getTableColumns(webhookDeliveries))
          .from(webhookDeliveries)
          .where(eq(webhookDeliveries.endpointId, endpointId))
          .orderBy(asc(webhookDeliveries.seq)),
      async due() {
        const rows = await sql
          .select({ ref: jobs.ref })
          .from(jobs)
          .where(eq(jobs.kind, 'delivery_attempt'))
          .orderBy(asc(jobs.dueAt), asc(jobs.seq));
        return rows.map(({ ref }) => ref);
      },
    };
  };
}
