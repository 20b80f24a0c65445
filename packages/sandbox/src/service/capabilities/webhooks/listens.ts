import { z } from 'zod';
import type { Sql } from '../../db/sql.js';
import type { ChangeContext } from '../../http/operation.js';
import { conflict } from '../../http/problem.js';
import type { Command, RunCommand, ScopedCommand } from '../../kernel/command.js';
import { randomText } from '../../kernel/identity.js';
import { lockName } from '../../kernel/lock-name.js';
import { text } from '../../limits/bounded.js';
import { forms } from '../../limits/forms.js';
import { limits } from '../../limits/limits.js';
import type { AddressPolicy } from '../../outbound/guard.js';
import { parseTarget } from '../../outbound/target.js';
import { requireIntegration } from '../integrations/index.js';
import { endOfChanges } from './deliveries/change-records.js';
import { positionAfter, writePosition } from './deliveries/stream-position.js';
import { deleteEndpoints } from './endpoints/held-deliveries.js';
import { type EndpointRow, endpointRecords } from './endpoints/records.js';
import { changeEndpoint, createEndpoint, firstSecret } from './endpoints/save-endpoint.js';
import { CreateWebhookEndpoint, endpointWithSecretToWire } from './endpoints/wire.js';
import { documentEventTypes } from './events/event-types.js';
import { type ListenRow, listenRecords, requireEndpoint } from './listen-records.js';

// The endpoint of a `listen` command lives as long as its stream. The service looks at all listens every few seconds, and each
// look counts as silence until an open stream of the listen has answered it. No clock is compared: a machine that slept has not
// looked, and a service that was down starts to count again.

/** How often the service looks, in milliseconds of wall time. */
const LOOK_MS = 15_000;
/** Two looks of processes that share a database count as one if less time is between them. Milliseconds of wall time. */
const ONE_LOOK_MS = 10_000;
/** The looks without an answer after which a listen has ended: about a minute. */
const SILENT_LOOKS = 3;
const { most: MOST } = limits.streamsOfTenant;

/** The body of `POST /_sandbox/listens`. */
export const BeginListen = CreateWebhookEndpoint.pick({ url: true, eventTypes: true }).extend({
  integrationId: text('id'),
  listenId: text('id').optional().describe('The listen to continue, if the service still has it.'),
  secret: z
    .string()
    .regex(forms.signing_secret.pattern)
    .optional()
    .describe('The signing secret that the app already has. A new endpoint uses it.'),
});

/**
 * Begins a listen, or continues one. One URL of an integration has one endpoint, which all listens to the URL share. An endpoint that
 * existed before them stays when they end.
 *
 * @returns the id of the listen; whether the endpoint stays; the endpoint; and a `Last-Event-ID` with which its stream misses nothing.
 * @throws Problem as the creation of an endpoint does; 409 when the tenant has too many listens, or the endpoint was deleted by hand.
 */
export async function beginListen(
  context: ChangeContext,
  { secret, listenId, ...wanted }: z.output<typeof BeginListen>,
  policy: AddressPolicy,
) {
  const { tx, scope, now } = context;
  const { tenantId } = scope;
  const lastEventId = writePosition(positionAfter(await endOfChanges(tx)));
  const integrationId = await requireIntegration(tx, scope, wanted.integrationId);
  // Two listens that begin at once would both find no endpoint.
  await lockName(tx, `listens of ${tenantId}`);
  const former =
    listenId === undefined ? undefined : await listenRecords.findOwn(tx, scope, listenId);
  if (former) {
    const endpoint = await endpointRecords.lockForService(tx, requireEndpoint(former));
    return describe(former, endpoint);
  }
  const open = await listenRecords.count(tx, tenantId);
  if (open >= MOST) {
    throw conflict(
      { reason: 'too_many', facts: { what: 'listen', most: MOST } },
      `The tenant has ${open} listens. End one of them.`,
    );
  }
  const [there] = await selectEndpointsAt(context, integrationId, wanted.url);
  const present = there && (await lockEndpoint(tx, there.id));
  const stays = present !== undefined && !(await listenRecords.hold(tx, present.id));
  const endpoint = !present
    ? await createEndpoint(
        context,
        { ...wanted, includeRelated: false, description: 'screening-sandbox listen' },
        policy,
        secret ?? firstSecret(context, `listen ${integrationId} ${placeOf(wanted.url)}`),
      )
    : stays
      ? present
      : await widen(context, present, wanted.eventTypes, policy);
  // Random, because a listen is not part of the state: after a reset, a derived id would name another listen.
  const listen = { id: `lsn_${randomText(24, 'base32')}`, stays };
  await listenRecords.insert(tx, { ...listen, tenantId, endpointId: endpoint.id });
  return describe(listen, endpoint);

  function describe(begun: Pick<ListenRow, 'id' | 'stays'>, row: EndpointRow) {
    const { id, stays } = begun;
    return { id, stays, endpoint: endpointWithSecretToWire(row, now), lastEventId };
  }
}

/** Selects the endpoints of an integration that deliver to the destination of a URL, oldest first. */
async function selectEndpointsAt(
  { tx, scope }: ScopedCommand,
  integrationId: string,
  url: string,
): Promise<EndpointRow[]> {
  const { tenantId } = scope;
  const all = await endpointRecords.select(tx, { tenantId, integrationId }, undefined);
  return all.filter((endpoint) => placeOf(endpoint.url) === placeOf(url));
}

/** Locks an endpoint. Resolves with `undefined` if another command has deleted it in the meantime. */
async function lockEndpoint(tx: Sql, id: string): Promise<EndpointRow | undefined> {
  const [endpoint] = await endpointRecords.lockByIds(tx, [id]);
  return endpoint?.deletedAt === null ? endpoint : undefined;
}

/** The destination of a URL. All loopback names lead to one app. */
function placeOf(url: string): string {
  const parsed = parseTarget(url);
  if ('problem' in parsed) return url;
  const { secure, host, port, path } = parsed.target;
  const name = host.replace(/\.$/, '');
  const place = ['localhost', '127.0.0.1', '::1'].includes(name) ? 'loopback' : name;
  return `${secure ? 'https' : 'http'} ${place} ${port} ${path}`;
}

/** Adds the event types of another listen to an endpoint. @param eventTypes Default: all of an integration. */
async function widen(
  context: ChangeContext,
  endpoint: EndpointRow,
  eventTypes: readonly string[] | undefined,
  policy: AddressPolicy,
): Promise<EndpointRow> {
  const types = eventTypes ?? documentEventTypes;
  const added = types.filter((type) => !endpoint.eventTypes.includes(type));
  if (added.length === 0) return endpoint;
  return changeEndpoint(
    context,
    endpoint,
    { eventTypes: [...endpoint.eventTypes, ...added] },
    policy,
  );
}

/**
 * Finds the endpoint that delivers to the destination of a URL, and gives it this URL. An endpoint of listens becomes permanent.
 *
 * @returns whether the integration has such an endpoint.
 */
export async function keepEndpointAt(
  context: ScopedCommand,
  integrationId: string,
  url: string,
): Promise<boolean> {
  const { tx } = context;
  const there = await selectEndpointsAt(context, integrationId, url);
  const chosen = there.find((endpoint) => endpoint.url === url) ?? there[0];
  const kept = chosen && (await lockEndpoint(tx, chosen.id));
  if (!kept) return false;
  const wasHeld = await listenRecords.release(tx, kept.id);
  const description = wasHeld ? null : kept.description;
  if (url !== kept.url || description !== kept.description) {
    await endpointRecords.save(context, kept, { url, description });
  }
  return true;
}

/**
 * Ends a listen, and deletes its endpoint unless another one shares it.
 *
 * @param silent The looks that it must have left unanswered. Default: it ends in any case.
 * @returns the id of the endpoint, and whether it is gone. `undefined` if the service has no such listen, or the listen has
 * answered.
 */
export async function endListen(command: Command, id: string, silent = 0) {
  const { tx } = command;
  const listen = await listenRecords.find(tx, id);
  if (!listen) return undefined;
  const { endpointId } = listen;
  // Without the lock, each of two listens that end at once would leave the deletion to the other.
  const endpoint = await lockEndpoint(tx, endpointId);
  const ended = await listenRecords.delete(tx, id, silent);
  if (!ended) return undefined;
  const isKept = ended.stays || (await listenRecords.hold(tx, endpointId));
  if (endpoint && !isKept) await deleteEndpoints(command, [endpoint]);
  return { endpointId, deleted: !isKept };
}

/**
 * Looks once: ends the listens that have not answered the looks before, and has the streams of all others answer this one.
 *
 * @param apartMs Two looks count as one if less wall time is between them.
 */
export async function checkListens(
  sql: Sql,
  runCommand: RunCommand,
  apartMs = ONE_LOOK_MS,
): Promise<void> {
  const all = await listenRecords.selectAll(sql);
  if (all.length === 0) return;
  for (const listen of all.filter((each) => each.silence >= SILENT_LOOKS)) {
    await runCommand((command) => endListen(command, listen.id, SILENT_LOOKS));
  }
  // The commit wakes the streams.
  await runCommand(({ tx }) => listenRecords.countCheck(tx, apartMs));
}

/** Looks at the listens every {@link LOOK_MS}. */
export function watchListens(
  sql: Sql,
  runCommand: RunCommand,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  const look = (): Promise<void> => checkListens(sql, runCommand).catch(onError);
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_MS).unref();
  return {
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}
