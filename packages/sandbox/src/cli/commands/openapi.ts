import { Command } from 'screening-webhooks-terminal';
import type { CommandKit } from '../command-kit.js';

/** `openapi`: the description of the API. It needs no service. */
export function openapiCommand({ terminal }: CommandKit): Command {
  return new Command('openapi')
    .summary('print the OpenAPI description')
    .description('Prints the OpenAPI 3.1 description of the API as JSON. No service needs to run.')
    .action(async () => {
      // Loaded here: the other commands start without it.
      const { describeApi } = await import('../../service/operations.js');
      terminal.out(`${JSON.stringify(describeApi(), undefined, 2)}\n`);
    });
}
