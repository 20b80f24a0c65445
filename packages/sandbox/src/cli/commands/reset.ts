import { Command, type Terminal } from 'screening-webhooks-terminal';
import type { Host } from '../host.js';
import { printAnswer } from '../output/print.js';
import { ask, Clock } from '../running-service/ask.js';
import { connect, type ServiceOptions, serviceOptions } from '../running-service/connect.js';

/** `reset`: the state and the time of the start. */
export function resetCommand(terminal: Terminal, host: Host): Command {
  return serviceOptions(
    new Command('reset')
      .summary('restore the state of the start')
      .description('Restores the state and the time of the start. Keys and secrets stay.'),
  ).action(async (options: ServiceOptions) => {
    const clock = await ask(Clock, connect(options, host).control('POST', '/_sandbox/reset'));
    printAnswer(terminal, options, clock, () => 'The service is as at its start.\n');
  });
}
