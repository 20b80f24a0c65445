import { type Terminal, UsageError } from 'screening-webhooks-terminal';
import type { z } from 'zod';
import {
  DeletedWebhookEndpoint,
  Recovery,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../../service/capabilities/webhooks/index.js';
import { parseDuration } from '../../service/control/duration.js';
import type { Host } from '../host.js';
import { printAnswer, printList, shown } from '../output/print.js';
import { ask, askAll, askClock, frozenNote } from '../running-service/ask.js';
import { connectToEndpoint, endpointHelp } from '../running-service/choose-endpoint.js';
import { type Connection, connect, type ServiceOptions } from '../running-service/connect.js';
import { defaultIntegration } from '../running-service/default-integration.js';
import { commandGroup, serviceCommand } from '../running-service/service-command.js';

interface CreateOptions extends ServiceOptions {
  readonly integration?: string;
  readonly account?: true;
  readonly events?: readonly string[];
  readonly related?: true;
}

type Endpoint = z.output<typeof WebhookEndpoint>;

const PATH = '/v1/webhook-endpoints';
const SAMPLE = 'document_verification.completed';

/** `endpoints`: where deliveries go. */
export function endpointsCommand(terminal: Terminal, host: Host) {
  const ofEndpoint = (name: string, description: string, ...examples: readonly string[]) =>
    serviceCommand(name, description, ...examples).argument('[endpoint]', endpointHelp);

  const list = serviceCommand('list', 'Lists the endpoints.', 'endpoints list').action(
    async (options: ServiceOptions) => {
      const endpoints = await askAll(connect(options, host), WebhookEndpoint, PATH);
      const columns = {
        endpoint: ({ id }: Endpoint) => id,
        state: ({ paused, health }: Endpoint) => (paused ? 'paused' : health.status),
        owner: ({ owner }: Endpoint) => owner.id,
        url: ({ url }: Endpoint) => shown(url),
      };
      printList(terminal, options, endpoints, columns, 'There are no endpoints.');
    },
  );
  const create = serviceCommand(
    'create',
    'Creates an endpoint, and prints its signing secret.',
    'endpoints create http://localhost:3000/webhooks/screening',
    'endpoints create http://localhost:3000/hooks --events document_verification.failed',
  )
    .argument('<url>')
    .option('--integration <id>', 'its owner (default: the demo integration)')
    .option('--account', 'the account owns it')
    .option('--events <types...>', 'the types of event (default: all of its owner)')
    .option('--related', 'send related objects too')
    .action(async (url: string, options: CreateOptions) => {
      const connection = connect(options, host);
      const body = {
        url,
        ...(await ownerOf(options, connection)),
        eventTypes: options.events,
        includeRelated: options.related === true,
      };
      const endpoint = await ask(WebhookEndpointWithSecret, connection.api('POST', PATH, body));
      const text = `${endpoint.id}\nsigning secret  ${endpoint.secret}\n`;
      printAnswer(terminal, options, endpoint, () => text);
    });
  const pause = ofEndpoint(
    'pause',
    'Holds the deliveries of an endpoint.',
    'endpoints pause',
  ).action(async (id: string | undefined, options: ServiceOptions) => {
    const { connection, path } = await connectToEndpoint(options, host, id);
    const endpoint = await ask(WebhookEndpoint, connection.api('POST', `${path}/pause`));
    printAnswer(terminal, options, endpoint, () => `${endpoint.id} is paused.\n`);
  });
  const resume = ofEndpoint(
    'resume',
    'Releases the held deliveries of an endpoint, oldest first.',
    'endpoints resume',
    'endpoints resume --discard',
  )
    .option('--discard', 'cancel the held deliveries')
    .action(
      async (id: string | undefined, options: ServiceOptions & { readonly discard?: true }) => {
        const { connection, path } = await connectToEndpoint(options, host, id);
        const body = { discard: options.discard === true };
        const endpoint = await ask(WebhookEndpoint, connection.api('POST', `${path}/resume`, body));
        const note = options.json ? '' : await frozenNote(connection);
        printAnswer(terminal, options, endpoint, () => `${endpoint.id} is resumed.\n${note}`);
      },
    );
  const remove = serviceCommand(
    'delete',
    'Deletes an endpoint. Its deliveries can still be read.',
    'endpoints delete we_…',
  )
    .argument('<endpoint>', 'we_…')
    .action(async (id: string, options: ServiceOptions) => {
      const { connection, path } = await connectToEndpoint(options, host, id);
      const gone = await ask(DeletedWebhookEndpoint, connection.api('DELETE', path));
      printAnswer(terminal, options, gone, () => `${gone.id} is deleted.\n`);
    });
  const test = ofEndpoint(
    'test',
    'Sends a sample to an endpoint, without a verification.',
    'endpoints test --type document_verification.failed',
  )
    .option('--type <event-type>', 'the type of event', SAMPLE)
    .action(async (id: string | undefined, options: ServiceOptions & { readonly type: string }) => {
      const { connection, path } = await connectToEndpoint(options, host, id);
      const body = { eventType: options.type };
      const delivery = await ask(WebhookDelivery, connection.api('POST', `${path}/test`, body));
      const note = options.json ? '' : await frozenNote(connection);
      printAnswer(terminal, options, delivery, () => `${delivery.id}\n${note}`);
    });
  const recover = ofEndpoint(
    'recover',
    'Replays the failed deliveries of an endpoint.',
    'endpoints recover',
    'endpoints recover we_… --since 2026-01-01T00:00:00Z',
  )
    .option('--since <time>', 'created at this time or later: a time, or how long ago', '24h')
    .action(
      async (id: string | undefined, options: ServiceOptions & { readonly since: string }) => {
        const { connection, path } = await connectToEndpoint(options, host, id);
        const body = { since: await instant(options.since, connection) };
        const recovery = await ask(Recovery, connection.api('POST', `${path}/recover`, body));
        const note = options.json || recovery.found === 0 ? '' : await frozenNote(connection);
        const { found, since } = recovery;
        const what = `${found} failed ${found === 1 ? 'delivery' : 'deliveries'} since ${since}`;
        const end = found === 0 ? '' : ' will be replayed';
        printAnswer(terminal, options, recovery, () => `${what}${end}.\n${note}`);
      },
    );
  return commandGroup('endpoints', 'create, pause, test and delete endpoints', [
    list,
    create,
    pause,
    resume,
    remove,
    test,
    recover,
  ]);
}

async function ownerOf({ integration, account }: CreateOptions, connection: Connection) {
  if (!account) return { integrationId: integration ?? (await defaultIntegration(connection)) };
  if (integration === undefined) return { owner: 'account' };
  throw new UsageError('give either --integration or --account.');
}

/** A time, or how long ago by the clock of the service. */
async function instant(text: string, connection: Connection): Promise<string> {
  const ago = parseDuration(text);
  const time =
    ago === undefined ? Date.parse(text) : Date.parse((await askClock(connection)).now) - ago;
  if (!Number.isNaN(new Date(time).getTime())) return new Date(time).toISOString();
  throw new UsageError(
    '--since: give a time such as 2026-01-01T00:00:00Z, or how long ago, such as 24h.',
  );
}
