import type { Terminal } from 'screening-webhooks-terminal';
import { z } from 'zod';
import type { Host } from '../host.js';
import { printAnswer, printList } from '../output/print.js';
import { ask, askClock } from '../running-service/ask.js';
import { connect, type ServiceOptions } from '../running-service/connect.js';
import { commandGroup, serviceCommand } from '../running-service/service-command.js';

const Snapshot = z.object({ name: z.string(), savedAt: z.string() });
const Snapshots = z.object({ data: z.array(Snapshot) });
const PATH = '/_sandbox/snapshots';

/** `snapshot`: saved states. */
export function snapshotCommand(terminal: Terminal, host: Host) {
  const pathOf = (name: string): string => `${PATH}/${encodeURIComponent(name)}`;
  const save = serviceCommand(
    'save',
    'Saves the state and the time, in place of a snapshot of this name.',
    'snapshot save before',
  )
    .argument('<name>')
    .action(async (name: string, options: ServiceOptions) => {
      const { control } = connect(options, host);
      const saved = await ask(Snapshot, control('POST', PATH, { name }));
      printAnswer(terminal, options, saved, () => `Saved as ${saved.name}, at ${saved.savedAt}.\n`);
    });
  const restore = serviceCommand(
    'restore',
    'Restores a snapshot. Attempts in flight are aborted.',
    'snapshot restore before',
  )
    .argument('<name>')
    .action(async (name: string, options: ServiceOptions) => {
      const connection = connect(options, host);
      await connection.control('POST', `${pathOf(name)}/restore`);
      const clock = await askClock(connection);
      printAnswer(terminal, options, clock, () => `Restored. The time is ${clock.now}.\n`);
    });
  const list = serviceCommand('list', 'Lists the snapshots.', 'snapshot list --json').action(
    async (options: ServiceOptions) => {
      const { data } = await ask(Snapshots, connect(options, host).control('GET', PATH));
      const columns = {
        name: ({ name }: z.output<typeof Snapshot>) => name,
        'saved at': ({ savedAt }: z.output<typeof Snapshot>) => savedAt,
      };
      printList(terminal, options, data, columns, 'There are no snapshots.');
    },
  );
  const remove = serviceCommand('delete', 'Deletes a snapshot.', 'snapshot delete before')
    .argument('<name>')
    .action(async (name: string, options: ServiceOptions) => {
      const { control } = connect(options, host);
      const gone = await ask(Snapshot, control('DELETE', pathOf(name)));
      printAnswer(terminal, options, gone, () => `Deleted ${gone.name}.\n`);
    });
  return commandGroup('snapshot', 'save and restore the state', [save, restore, list, remove]);
}
