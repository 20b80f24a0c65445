import { positiveInteger } from 'screening-webhooks-terminal';
import { StoredEvent } from '../../service/capabilities/webhooks/index.js';
import type { CommandKit } from '../command-kit.js';
import { shown } from '../output/print.js';
import type { ServiceOptions } from '../running-service/connect.js';

interface ListOptions extends ServiceOptions {
  readonly type?: string;
  readonly subject?: string;
  readonly integration?: string;
  readonly limit: number;
}

const PATH = '/v1/events';

export function eventsCommand({ command, connect, group }: CommandKit) {
  const list = command(
    'list',
    'Lists events, newest first.',
    'events list --type document_verification.failed',
  )
    .option('--type <event-type>', 'only this type')
    .option('--subject <id>', 'only those of this verification')
    .option('--integration <id>', 'only those of this integration')
    .option('--limit <n>', 'how many, at most 100', positiveInteger, 25)
    .action(async (options: ListOptions) => {
      const connection = connect(options);
      const { type, subject, integration, limit } = options;
      const query = { type, subjectId: subject, integrationId: integration, limit };
      connection.printList(
        await connection.list(StoredEvent, PATH, query),
        (event) => ({
          event: event.id,
          type: event.type,
          'external id': shown(event.data['externalId'], 100),
          created: event.created,
        }),
        'There are no events.',
      );
    });
  const get = command('get', 'Prints an event.', 'events get evt_…')
    .argument('<event>', 'evt_…')
    .action(async (id: string, options: ServiceOptions) => {
      const { api, print } = connect(options);
      const event = await api(StoredEvent, 'GET', `${PATH}/${encodeURIComponent(id)}`);
      // JSON escapes control characters, but not all that a terminal interprets.
      const lines = JSON.stringify(event, undefined, 2).split('\n');
      print(event, lines.map((line) => `${shown(line, 10_000)}\n`).join(''));
    });
  return group('events', 'list and get events', [list, get]);
}
