import { Option, UsageError } from 'screening-webhooks-terminal';
import {
  DeletedWebhookEndpoint,
  Recovery,
  SigningSecrets,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../../service/capabilities/webhooks/index.js';
import { parseDuration } from '../../service/control/duration.js';
import { readTime } from '../../service/kernel/calendar/read-time.js';
import { type CommandKit, duration } from '../command-kit.js';
import { shown } from '../output/print.js';
import {
  type Connection,
  ENDPOINTS,
  endpointAction,
  endpointHelp,
  readClock,
  type ServiceOptions,
} from '../running-service/connect.js';

interface CreateOptions extends ServiceOptions {
  readonly integration?: string;
  readonly account?: true;
  readonly events?: readonly string[];
  readonly related?: true;
}

interface ResumeOptions extends ServiceOptions {
  readonly discard?: true;
}

interface TestOptions extends ServiceOptions {
  readonly type: string;
}

const recoverable = ['failed', 'missing', 'all'] as const;

interface RecoverOptions extends ServiceOptions {
  readonly since: string;
  readonly include: (typeof recoverable)[number];
}

const SAMPLE = 'document_verification.completed';

/** How the last attempts went, in the words of the dashboard. */
const healthWords = {
  unused: 'Not used yet',
  never_worked: 'Never worked',
  failing: 'Failing',
  recovering: 'Recovering',
  working: 'Working',
} as const;

export function endpointsCommand({ command, connect, group }: CommandKit) {
  const ofEndpoint = (name: string, description: string, ...examples: readonly string[]) =>
    command(name, description, ...examples).argument('[endpoint]', endpointHelp);

  const list = command('list', 'Lists the endpoints.', 'endpoints list').action(
    async (options: ServiceOptions) => {
      const connection = connect(options);
      connection.printList(
        await connection.list(WebhookEndpoint, ENDPOINTS),
        ({ id, paused, health, owner, url }) => ({
          endpoint: id,
          health: `${healthWords[health.recent]}${paused ? ', paused' : ''}`,
          owner: owner.id,
          url: shown(url),
        }),
        'There are no endpoints.',
      );
    },
  );
  const create = command(
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
      const connection = connect(options);
      const endpoint = await connection.api(WebhookEndpointWithSecret, 'POST', ENDPOINTS, {
        url,
        ...(await chooseOwner(options, connection)),
        eventTypes: options.events,
        includeRelated: options.related === true,
      });
      connection.print(endpoint, `${endpoint.id}\nsigning secret  ${endpoint.secret}\n`);
    });
  const pause = ofEndpoint(
    'pause',
    'Holds the deliveries of an endpoint.',
    'endpoints pause',
  ).action(
    endpointAction(connect, async ({ api, path, print }) => {
      const endpoint = await api(WebhookEndpoint, 'POST', `${path}/pause`);
      print(endpoint, `${endpoint.id} is paused.\n`);
    }),
  );
  const resume = ofEndpoint(
    'resume',
    'Releases the held deliveries of an endpoint, oldest first.',
    'endpoints resume',
    'endpoints resume --discard',
  )
    .option('--discard', 'cancel the held deliveries')
    .action(
      endpointAction(connect, async ({ api, path, printDue }, options: ResumeOptions) => {
        const body = { discard: options.discard === true };
        const endpoint = await api(WebhookEndpoint, 'POST', `${path}/resume`, body);
        await printDue(endpoint, `${endpoint.id} is resumed.\n`);
      }),
    );
  const remove = command(
    'delete',
    'Deletes an endpoint. Its deliveries can still be read.',
    'endpoints delete we_…',
  )
    .argument('<endpoint>', 'we_…')
    .action(
      endpointAction(connect, async ({ api, path, print }) => {
        const gone = await api(DeletedWebhookEndpoint, 'DELETE', path);
        print(gone, `${gone.id} is deleted.\n`);
      }),
    );
  const test = ofEndpoint(
    'test',
    'Sends a sample to an endpoint, without a verification.',
    'endpoints test --type document_verification.failed',
  )
    .option('--type <event-type>', 'the type of event', SAMPLE)
    .action(
      endpointAction(connect, async ({ api, path, printDue }, { type }: TestOptions) => {
        const delivery = await api(WebhookDelivery, 'POST', `${path}/test`, { eventType: type });
        await printDue(delivery, `${delivery.id}\n`);
      }),
    );
  const recover = ofEndpoint(
    'recover',
    'Replays the failed deliveries of an endpoint, or sends the events that it has missed.',
    'endpoints recover',
    'endpoints recover we_… --since 2026-01-01T00:00:00Z',
    'endpoints recover we_… --include missing --since 7d',
  )
    .option('--since <time>', 'created at this time or later: a time, or how long ago', '24h')
    .addOption(
      new Option('--include <what>', 'failed deliveries, events that were never sent to it, or all')
        .choices(recoverable)
        .default('failed'),
    )
    .action(
      endpointAction(connect, async (connection, { include, ...options }: RecoverOptions) => {
        const { api, path, print, printDue } = connection;
        const body = { since: await instant(options.since, connection.control), include };
        const recovery = await api(Recovery, 'POST', `${path}/recover`, body);
        const { found, missing, complete, since, retrying, nextAttemptAt } = recovery;
        const verb = retrying === 1 ? 'is' : 'are';
        const others =
          nextAttemptAt === null
            ? ''
            : `; ${retrying} ${verb} being retried, the next at ${nextAttemptAt}`;
        const deliveries = `${found} failed ${found === 1 ? 'delivery' : 'deliveries'}`;
        const events = `${missing}${complete ? '' : ' or more'} missing event${missing === 1 ? '' : 's'}`;
        const counted = { failed: deliveries, missing: events, all: `${deliveries} and ${events}` };
        const sent = `${counted[include]} since ${since}`;
        if (found + missing === 0 && complete) return print(recovery, `${sent}${others}.\n`);
        const verbs = { failed: 'replayed', missing: 'sent', all: 'sent' };
        return printDue(recovery, `${sent} will be ${verbs[include]}${others}.\n`);
      }),
    );
  return group('endpoints', 'create, pause, test and delete endpoints', [
    list,
    create,
    pause,
    resume,
    remove,
    test,
    recover,
  ]);
}

async function chooseOwner({ integration, account }: CreateOptions, connection: Connection) {
  if (!account) return { integrationId: integration ?? (await connection.defaultIntegration()) };
  if (integration === undefined) return { owner: 'account' };
  throw new UsageError('give either --integration or --account.');
}

/** Parses a time, or a duration before the time of the service. Returns ISO 8601. */
async function instant(text: string, control: Connection['control']): Promise<string> {
  const ago = parseDuration(text);
  const time =
    ago === undefined ? readTime(text) : new Date(Date.parse((await readClock(control)).now) - ago);
  if (typeof time !== 'string' && !Number.isNaN(time.getTime())) return time.toISOString();
  throw new UsageError(
    '--since: give a time such as 2026-01-01T00:00:00Z, or how long ago, such as 24h.',
  );
}

interface RollOptions extends ServiceOptions {
  /** Milliseconds. */
  readonly overlap: number;
  readonly force?: true;
}

const DAY_MS = 86_400_000;

/** `secret`: shows or rolls a signing secret. Stdout has only the secret, for `$(screening-sandbox secret show)`. */
export function secretCommand({ command, connect, group, terminal }: CommandKit) {
  const show = command(
    'show',
    'Prints the signing secret of an endpoint.',
    'secret show',
    'secret show we_… --json',
  )
    .argument('[endpoint]', endpointHelp)
    .action(
      endpointAction(connect, async ({ api, path, print }, { json }) => {
        const secrets = await api(SigningSecrets, 'GET', `${path}/secret`);
        print(secrets, `${secrets.secret}\n`);
        const { previousSecret, previousSecretExpiresAt } = secrets;
        if (json || previousSecret === null) return;
        terminal.err(`Until ${previousSecretExpiresAt} also: ${previousSecret}\n`);
      }),
    );
  const roll = command(
    'roll',
    'Gives an endpoint a new signing secret, and prints it.',
    'secret roll',
    'secret roll we_… --overlap 1h',
  )
    .argument('[endpoint]', endpointHelp)
    .addOption(
      new Option('--overlap <duration>', 'sign with the former secret too: 0s to 7d')
        .argParser(duration)
        .default(DAY_MS, '24h'),
    )
    .option('--force', 'roll during an overlap as well; the oldest secret ends at once')
    .action(
      endpointAction(connect, async ({ api, path, print }, options: RollOptions) => {
        const body = { overlapSeconds: options.overlap / 1000, force: options.force === true };
        const endpoint = await api(WebhookEndpointWithSecret, 'POST', `${path}/roll-secret`, body);
        print(endpoint, `${endpoint.secret}\n`);
        const until = endpoint.previousSecretExpiresAt;
        if (options.json || until === null) return;
        terminal.err(`Until ${until}, deliveries are signed with the former one too.\n`);
      }),
    );
  return group('secret', 'show and roll the signing secret', [show, roll]);
}
