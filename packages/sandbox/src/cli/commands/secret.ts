import { Option } from 'screening-webhooks-terminal';
import {
  SigningSecrets,
  WebhookEndpointWithSecret,
} from '../../service/capabilities/webhooks/index.js';
import { type CommandKit, duration } from '../command-kit.js';
import { endpointAction, endpointHelp, type ServiceOptions } from '../running-service/connect.js';

interface RollOptions extends ServiceOptions {
  /** Milliseconds. */
  readonly overlap: number;
  readonly force?: true;
}

const DAY_MS = 86_400_000;

/** `secret`: the signing secret of an endpoint. It is all that goes to stdout, for `$(screening-sandbox secret show)`. */
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
