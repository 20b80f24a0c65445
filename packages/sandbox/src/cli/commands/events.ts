import type { Terminal } from 'screening-webhooks-terminal';
import type { z } from 'zod';
import { StoredEvent } from '../../service/capabilities/webhooks/index.js';
import type { Host } from '../host.js';
import { positiveInteger } from '../option-values.js';
import { printAnswer, printList, shown } from '../output/print.js';
import { ask, askPage } from '../running-service/ask.js';
import { connect, type ServiceOptions } from '../running-service/connect.js';
import { commandGroup, serviceCommand } from '../running-service/service-command.js';

interface ListOptions extends ServiceOptions {
  readonly type?: string;
  readonly subject?: string;
  readonly integration?: string;
  readonly limit: number;
}

type Event = z.output<typeof StoredEvent>;

/** `events`: what the service has emitted. */
export function eventsCommand(terminal: Terminal, host: Host) {
  const list = serviceCommand(
    'list',
    'Lists events, newest first.',
    'events list --type document_verification.failed',
  )
    .option('--type <event-type>', 'only this type')
    .option('--subject <id>', 'only those of this verification')
    .option('--integration <id>', 'only those of this integration')
    .option('--limit <n>', 'how many, at most 100', positiveInteger, 25)
    .action(async (options: ListOptions) => {
      const { type, subject, integration, limit } = options;
      const query = { type, subjectId: subject, integrationId: integration, limit };
      const events = await askPage(connect(options, host), StoredEvent, '/v1/events', query);
      const columns = {
        event: ({ id }: Event) => id,
        type: (event: Event) => event.type,
        'external id': ({ data }: Event) => shown(data['externalId'], 100),
        created: ({ created }: Event) => created,
      };
      printList(terminal, options, events, columns, 'There are no events.');
    });
  const get = serviceCommand('get', 'Prints an event.', 'events get evt_…')
    .argument('<event>', 'evt_…')
    .action(async (id: string, options: ServiceOptions) => {
      const { api } = connect(options, host);
      const event = await ask(StoredEvent, api('GET', `/v1/events/${encodeURIComponent(id)}`));
      // JSON escapes control characters, but not all that a terminal obeys.
      printAnswer(terminal, options, event, () => {
        const lines = JSON.stringify(event, undefined, 2).split('\n');
        return lines.map((line) => `${shown(line, 10_000)}\n`).join('');
      });
    });
  return commandGroup('events', 'list and get events', [list, get]);
}
