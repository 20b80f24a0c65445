import { Option } from 'screening-webhooks-terminal';
import {
  deliveryStatuses,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
} from '../../service/capabilities/webhooks/index.js';
import type { CommandKit } from '../command-kit.js';
import { positiveInteger } from '../option-values.js';
import { showDelivery } from '../output/show-delivery.js';
import type { ServiceOptions } from '../running-service/connect.js';
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
    .option('--limit <n>', 'how many, at most 100', positiveInteger, 25)
    .action(async (options: ListOptions) => {
      const connection = connect(options);
      const { endpoint, event, type, status, subject, limit } = options;
      const ids = { endpointId: endpoint, eventId: event, subjectId: subject };
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
    'Has a delivery that has succeeded or failed attempted once more.',
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
