import { Option, type Terminal } from 'screening-webhooks-terminal';
import {
  deliveryStatuses,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
} from '../../service/capabilities/webhooks/index.js';
import type { Host } from '../host.js';
import { positiveInteger } from '../option-values.js';
import { printAnswer, printList } from '../output/print.js';
import { showDelivery } from '../output/show-delivery.js';
import { ask, askPage, frozenNote } from '../running-service/ask.js';
import { connect, type ServiceOptions } from '../running-service/connect.js';
import type { Delivery } from '../running-service/delivery-changes.js';
import { commandGroup, serviceCommand } from '../running-service/service-command.js';
import { waitCommand } from './wait.js';

interface ListOptions extends ServiceOptions {
  readonly endpoint?: string;
  readonly event?: string;
  readonly type?: string;
  readonly status?: string;
  readonly subject?: string;
  readonly limit: number;
}

const PATH = '/v1/webhook-deliveries';

/** `deliveries`: what becomes of the events. */
export function deliveriesCommand(terminal: Terminal, host: Host) {
  const pathOf = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;
  const list = serviceCommand(
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
    .option('--limit <n>', 'how many, at most 100', positiveInteger, 25)
    .action(async (options: ListOptions) => {
      const { endpoint, event, type, status, subject, limit } = options;
      const ids = { endpointId: endpoint, eventId: event, subjectId: subject };
      const query = { ...ids, eventType: type, status, limit };
      const deliveries = await askPage(connect(options, host), WebhookDelivery, PATH, query);
      const columns = {
        delivery: ({ id }: Delivery) => id,
        type: ({ eventType }: Delivery) => eventType,
        status: (delivery: Delivery) => delivery.status,
        attempts: ({ attemptCount }: Delivery) => String(attemptCount),
        'next attempt': ({ nextAttemptAt }: Delivery) => nextAttemptAt ?? '-',
        created: ({ createdAt }: Delivery) => createdAt,
      };
      printList(terminal, options, deliveries, columns, 'There are no deliveries.');
    });
  const get = serviceCommand(
    'get',
    'Shows a delivery: each attempt with its request, its response, and why it failed.',
    'deliveries get dlv_…',
  )
    .argument('<delivery>', 'dlv_…')
    .action(async (id: string, options: ServiceOptions) => {
      const answer = connect(options, host).api('GET', pathOf(id));
      const delivery = await ask(WebhookDeliveryWithAttempts, answer);
      printAnswer(terminal, options, delivery, () => showDelivery(delivery, terminal));
    });
  const replay = serviceCommand(
    'replay',
    'Has a delivery that has succeeded or failed attempted once more.',
    'deliveries replay dlv_…',
  )
    .argument('<delivery>', 'dlv_…')
    .action(async (id: string, options: ServiceOptions) => {
      const connection = connect(options, host);
      const answer = connection.api('POST', `${pathOf(id)}/replay`);
      const delivery = await ask(WebhookDelivery, answer);
      const note = options.json ? '' : await frozenNote(connection);
      printAnswer(terminal, options, delivery, () => `${delivery.id} is replayed.\n${note}`);
    });
  const commands = [list, get, replay, waitCommand(terminal, host)];
  return commandGroup('deliveries', 'list, explain, replay and await deliveries', commands);
}
