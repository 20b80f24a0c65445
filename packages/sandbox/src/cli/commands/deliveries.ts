import {
  exitCodes,
  inSeconds,
  Option,
  positiveInteger,
  positiveNumber,
  printable,
} from 'screening-webhooks-terminal';
import { z } from 'zod';
import { deliveryHistory } from '../../handle/deliveries.js';
import {
  deliveryStatuses,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
} from '../../service/capabilities/webhooks/index.js';
import type { CommandKit } from '../command-kit.js';
import { showDelivery } from '../output/show-delivery.js';
import {
  type Clock,
  type Connection,
  readClock,
  type ServiceOptions,
} from '../running-service/connect.js';
import { type Delivery, openDeliveryChanges } from '../running-service/delivery-changes.js';

interface ListOptions extends ServiceOptions {
  readonly endpoint?: string;
  readonly event?: string;
  readonly type?: string;
  readonly status?: string;
  readonly subject?: string;
  readonly externalId?: string;
  readonly limit: number;
}

const PATH = '/v1/webhook-deliveries';

export function deliveriesCommand(kit: CommandKit) {
  const { command, connect, group, terminal } = kit;
  const deliveryPath = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;
  const list = command(
    'list',
    'Lists deliveries, newest first.',
    'deliveries list --status failed',
    'deliveries list --json | jq -r .id',
  )
    .option('--endpoint <id>', 'only those to this endpoint')
    .option('--event <id>', 'only those of this event')
    .option('--type <event-type>', 'only this type of event')
    .addOption(new Option('--status <status>', 'only this status').choices(deliveryStatuses))
    .option('--subject <id>', 'only those of this verification')
    .option('--external-id <id>', 'only those with this data.externalId in their event')
    .option('--limit <n>', 'how many, at most 100', positiveInteger, 25)
    .action(async (options: ListOptions) => {
      const connection = connect(options);
      const { endpoint, event, type, status, subject, externalId, limit } = options;
      const ids = { endpointId: endpoint, eventId: event, subjectId: subject, externalId };
      const query = { ...ids, eventType: type, status, limit };
      connection.printList(
        await connection.list(WebhookDelivery, PATH, query),
        (delivery) => ({
          delivery: delivery.id,
          type: delivery.eventType,
          status: delivery.status,
          attempts: String(delivery.attemptCount),
          'next attempt': delivery.nextAttemptAt ?? '-',
          created: delivery.createdAt,
        }),
        'There are no deliveries.',
      );
    });
  const get = command(
    'get',
    'Shows a delivery: each attempt with its request, its response, and why it failed.',
    'deliveries get dlv_…',
  )
    .argument('<delivery>', 'dlv_…')
    .action(async (id: string, options: ServiceOptions) => {
      const { api, print } = connect(options);
      const delivery = await api(WebhookDeliveryWithAttempts, 'GET', deliveryPath(id));
      print(delivery, showDelivery(delivery, terminal));
    });
  const replay = command(
    'replay',
    'Replays a delivery that has succeeded or failed.',
    'deliveries replay dlv_…',
  )
    .argument('<delivery>', 'dlv_…')
    .action(async (id: string, options: ServiceOptions) => {
      const { api, printDue } = connect(options);
      const delivery = await api(WebhookDelivery, 'POST', `${deliveryPath(id)}/replay`);
      await printDue(delivery, `${delivery.id} is replayed.\n`);
    });
  const commands = [list, get, replay, waitCommand(kit)];
  return group('deliveries', 'list, explain, replay and await deliveries', commands);
}

interface WaitOptions extends ServiceOptions {
  readonly endpoint?: string;
  readonly type?: string;
  readonly status?: string;
  readonly externalId?: string;
  /** Seconds. */
  readonly timeout: number;
}

function waitCommand({ command, connect, terminal }: CommandKit) {
  return command(
    'wait',
    'Waits for a delivery that matches. An existing one counts too.',
    'deliveries wait --status succeeded --external-id clinician-1',
    'deliveries wait --type document_verification.failed --timeout 60 --json',
  )
    .option('--endpoint <id>', 'to this endpoint')
    .option('--type <event-type>', 'of this type of event')
    .addOption(new Option('--status <status>', 'with this status').choices(deliveryStatuses))
    .option('--external-id <id>', 'with this data.externalId in its event')
    .option('--timeout <seconds>', 'how long to wait', positiveNumber, 30)
    .addHelpText(
      'after',
      '\nIf none matches, prints the history of the deliveries and exits with 1.',
    )
    .action(async (options: WaitOptions) => {
      const connection = connect(options);
      const timeout = AbortSignal.timeout(options.timeout * 1000);
      const signal = AbortSignal.any([terminal.signal, timeout]);
      const found = await firstMatch(options, connection, signal);
      if (found) {
        const { id, eventType, status } = found;
        return connection.print(found, `${id}  ${eventType}  ${status}\n`);
      }
      if (terminal.signal.aborted) return terminal.exitWith(exitCodes.interrupted);
      const query = { endpointId: options.endpoint, eventType: options.type };
      const deliveries = (await connection.list(WebhookDelivery, PATH, query)).toReversed();
      const history = await deliveryHistory(
        (...call) => connection.api(z.unknown(), ...call),
        describeClock(await readClock(connection.control)),
        deliveries,
      );
      terminal.err(`error: no delivery matched within ${inSeconds(options.timeout * 1000)}.\n`);
      terminal.err(`${printable(history, 100_000)}\n`);
      terminal.exitWith(exitCodes.failed);
    });
}

function describeClock({ mode, now }: z.output<typeof Clock>): string {
  if (mode === 'real') return `The time is ${now}.`;
  return `The clock is frozen at ${now}. Nothing is sent before it is moved: screening-sandbox clock advance 15m.`;
}

/** Resolves with `undefined` if the signal aborts first. */
async function firstMatch(
  { endpoint, type, status, externalId }: WaitOptions,
  connection: Connection,
  signal: AbortSignal,
): Promise<Delivery | undefined> {
  const matches = (delivery: Delivery): boolean =>
    (endpoint === undefined || delivery.endpointId === endpoint) &&
    (type === undefined || delivery.eventType === type) &&
    (status === undefined || delivery.status === status) &&
    (externalId === undefined || delivery.externalId === externalId);

  // Opened before the list is read, so that nothing falls between the two.
  const changes = await openDeliveryChanges(connection, signal);
  try {
    const query = { endpointId: endpoint, eventType: type, status, externalId, limit: 1 };
    const [found] = await connection.list(WebhookDelivery, PATH, query);
    if (found) return found;
    for (;;) {
      const change = await changes.next();
      if (change === undefined || matches(change)) return change;
    }
  } finally {
    changes.close();
  }
}
