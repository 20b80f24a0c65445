import { Option, type Terminal } from 'screening-webhooks-terminal';
import {
  SigningSecrets,
  WebhookEndpointWithSecret,
} from '../../service/capabilities/webhooks/index.js';
import type { Host } from '../host.js';
import { duration } from '../option-values.js';
import { printAnswer } from '../output/print.js';
import { ask } from '../running-service/ask.js';
import { connectToEndpoint, endpointHelp } from '../running-service/choose-endpoint.js';
import type { ServiceOptions } from '../running-service/connect.js';
import { commandGroup, serviceCommand } from '../running-service/service-command.js';

interface RollOptions extends ServiceOptions {
  /** Milliseconds. */
  readonly overlap: number;
  readonly force?: true;
}

const DAY_MS = 86_400_000;

/** `secret`: the signing secret of an endpoint. It is all that goes to stdout, for `$(screening-sandbox secret show)`. */
export function secretCommand(terminal: Terminal, host: Host) {
  const show = serviceCommand(
    'show',
    'Prints the signing secret of an endpoint.',
    'secret show',
    'secret show we_… --json',
  )
    .argument('[endpoint]', endpointHelp)
    .action(async (id: string | undefined, options: ServiceOptions) => {
      const { connection, path } = await connectToEndpoint(options, host, id);
      const secrets = await ask(SigningSecrets, connection.api('GET', `${path}/secret`));
      printAnswer(terminal, options, secrets, () => `${secrets.secret}\n`);
      const { previousSecret, previousSecretExpiresAt } = secrets;
      if (options.json || previousSecret === null) return;
      terminal.err(`Until ${previousSecretExpiresAt} also: ${previousSecret}\n`);
    });
  const roll = serviceCommand(
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
    .action(async (id: string | undefined, options: RollOptions) => {
      const { connection, path } = await connectToEndpoint(options, host, id);
      const body = { overlapSeconds: options.overlap / 1000, force: options.force === true };
      const answer = connection.api('POST', `${path}/roll-secret`, body);
      const endpoint = await ask(WebhookEndpointWithSecret, answer);
      printAnswer(terminal, options, endpoint, () => `${endpoint.secret}\n`);
      const until = endpoint.previousSecretExpiresAt;
      if (options.json || until === null) return;
      terminal.err(`Until ${until}, deliveries are signed with the former one too.\n`);
    });
  return commandGroup('secret', 'show and roll the signing secret', [show, roll]);
}
