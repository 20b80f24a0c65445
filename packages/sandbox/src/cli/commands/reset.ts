import type { CommandKit } from '../command-kit.js';
import { Clock, type ServiceOptions } from '../running-service/connect.js';

/** `reset`: the state and the time of the start. */
export function resetCommand({ command, connect }: CommandKit) {
  return command('reset', 'Restores the state and the time of the start. Keys and secrets stay.')
    .summary('restore the state of the start')
    .action(async (options: ServiceOptions) => {
      const { control, print } = connect(options);
      print(await control(Clock, 'POST', '/_sandbox/reset'), 'The service is as at its start.\n');
    });
}
