import { eq } from 'drizzle-orm';
import { jobs, webhookEndpoints } from '../../../../../../src/service/db/schema/index.js';
import { order } from '../../../../../support/orders.js';
import { recordsOf, type TestService } from '../../../../../support/service.js';

/** The attempts that can be cut: the number of each, and the receiver's answer to the attempt before it. */
const kinds = {
  scheduled: { number: 1, before: 200 },
  retry: { number: 2, before: 500 },
  'replay of a success': { number: 2, before: 200 },
  'replay of a failure': { number: 2, before: 500 },
  test: { number: 1, before: 200 },
} as const;

const changes = ['paused', 'deleted', 'archived'] as const;

type Kind = keyof typeof kinds;
type Change = (typeof changes)[number];

/** An attempt that is cut after its endpoint has changed. */
interface CutAttempt {
  readonly name: string;
  readonly kind: Kind;
  readonly change: Change;
  readonly integrationId: string;
  readonly endpointId: string;
  readonly url: string;
}

/** One attempt of each kind for each change of its endpoint. Each has its own integration and endpoint. */
export interface CutAttempts {
  /** Finds the attempt of a request. `undefined` if the attempt is not to be cut. */
  find(request: Request): CutAttempt | undefined;
  /** The receiver's answer to any other request. */
  answer(request: Request): Response;
  readonly all: readonly CutAttempt[];
}

/** Creates the integrations and endpoints of all attempts. */
export async function cutAttempts(service: TestService): Promise<CutAttempts> {
  const all: CutAttempt[] = [];
  for (const change of changes) {
    for (const kind of Object.keys(kinds).filter(isKind)) {
      all.push(await makeCase(service, kind, change));
    }
  }
  return {
    all,
    find: (request) =>
      all.find(({ url, kind }) => url === request.url && numberOf(request) === kinds[kind].number),
    answer(request) {
      const one = all.find(({ url }) => url === request.url);
      const isBefore = one && numberOf(request) < kinds[one.kind].number;
      return new Response(null, { status: isBefore ? kinds[one.kind].before : 200 });
    },
  };
}

/** Makes all attempts due. */
export async function makeDue(service: TestService, { all }: CutAttempts): Promise<void> {
  for (const { kind, integrationId } of all) {
    if (kinds[kind].number === 2) await order(service, { integrationId });
  }
  await service.control('/clock', { settle: true });
  for (const { kind, integrationId, endpointId } of all) {
    if (kind === 'scheduled') await order(service, { integrationId });
    else if (kind === 'retry') {
      await service.sql
        .update(jobs)
        .set({ dueAt: new Date(0) })
        .where(eq(jobs.endpointId, endpointId));
    } else if (kind === 'test') {
      const eventType = 'document_verification.completed';
      await service.send('POST', `/v1/webhook-endpoints/${endpointId}/test`, { eventType });
    } else {
      const [delivery] = await service.list(`/v1/webhook-deliveries?endpointId=${endpointId}`);
      await service.send('POST', `/v1/webhook-deliveries/${delivery?.['id']}/replay`);
    }
  }
}

/** Pauses or deletes the endpoint, or archives its integration. */
export function changeEndpoint(
  service: TestService,
  { change, endpointId, integrationId }: CutAttempt,
): Promise<unknown> {
  if (change === 'archived') return service.send('DELETE', `/v1/integrations/${integrationId}`);
  const endpoint = `/v1/webhook-endpoints/${endpointId}`;
  return change === 'paused'
    ? service.send('POST', `${endpoint}/pause`)
    : service.send('DELETE', endpoint);
}

/** The status of each delivery, and the states of its attempts. */
export async function shownOf(
  { call, list }: TestService,
  { all }: CutAttempts,
): Promise<Readonly<Record<string, string>>> {
  const shown: Record<string, string> = {};
  for (const { name, endpointId } of all) {
    const [delivery] = await list(`/v1/webhook-deliveries?endpointId=${endpointId}`);
    const { body } = await call('GET', `/v1/webhook-deliveries/${delivery?.['id']}`);
    const attempts = recordsOf(body['attempts']);
    const next = body['nextAttemptAt'] === null ? '' : ', due';
    shown[name] = `${body['status']}${next}: ${attempts.map(({ state }) => state).join(' ')}`;
  }
  return shown;
}

async function makeCase(service: TestService, kind: Kind, change: Change): Promise<CutAttempt> {
  const { id } = await service.send('POST', '/v1/integrations', { name: `${kind} ${change}` });
  const integrationId = String(id);
  const [demo] = await service.sql
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, String(service.description.endpoints[0]?.id)));
  if (!demo) throw new Error('The demo integration has no endpoint.');
  const { seq: _seq, ...columns } = demo;
  const endpointId = `we_${kind.replaceAll(' ', '_')}_${change}`;
  const url = `http://localhost/${endpointId}`;
  const maxAttempts = kind === 'replay of a failure' ? 1 : columns.retryPolicy.maxAttempts;
  await service.sql.insert(webhookEndpoints).values({
    ...columns,
    id: endpointId,
    integrationId,
    url,
    retryPolicy: { ...columns.retryPolicy, maxAttempts },
  });
  return { name: `${kind}, ${change}`, kind, change, integrationId, endpointId, url };
}

function numberOf(request: Request): number {
  return Number(request.headers.get('service-delivery-attempt'));
}

function isKind(name: string): name is Kind {
  return name in kinds;
}
