import { z } from 'zod';
import type { CommandKit } from '../command-kit.js';
import { Clock, readClock, type ServiceOptions } from '../running-service/connect.js';

const Snapshot = z.object({ name: z.string(), savedAt: z.string() });
const Snapshots = z.object({ data: z.array(Snapshot) });
const PATH = '/_sandbox/snapshots';

export function snapshotCommand({ command, connect, group }: CommandKit) {
  const snapshotPath = (name: string): string => `${PATH}/${encodeURIComponent(name)}`;
  const save = command(
    'save',
    'Saves the state and the time, in place of a snapshot of this name.',
    'snapshot save before',
  )
    .argument('<name>')
    .action(async (name: string, options: ServiceOptions) => {
      const { control, print } = connect(options);
      const saved = await control(Snapshot, 'POST', PATH, { name });
      print(saved, `Saved as ${saved.name}, at ${saved.savedAt}.\n`);
    });
  const restore = command(
    'restore',
    'Restores a snapshot. Attempts in flight are aborted.',
    'snapshot restore before',
  )
    .argument('<name>')
    .action(async (name: string, options: ServiceOptions) => {
      const { control, print } = connect(options);
      await control(z.unknown(), 'POST', `${snapshotPath(name)}/restore`);
      const clock = await readClock(control);
      print(clock, `Restored. The time is ${clock.now}.\n`);
    });
  const list = command('list', 'Lists the snapshots.', 'snapshot list --json').action(
    async (options: ServiceOptions) => {
      const { control, printList } = connect(options);
      const { data } = await control(Snapshots, 'GET', PATH);
      const row = ({ name, savedAt }: z.output<typeof Snapshot>) => ({ name, 'saved at': savedAt });
      printList(data, row, 'There are no snapshots.');
    },
  );
  const remove = command('delete', 'Deletes a snapshot.', 'snapshot delete before')
    .argument('<name>')
    .action(async (name: string, options: ServiceOptions) => {
      const { control, print } = connect(options);
      const gone = await control(Snapshot, 'DELETE', snapshotPath(name));
      print(gone, `Deleted ${gone.name}.\n`);
    });
  return group('snapshot', 'save and restore the state', [save, restore, list, remove]);
}

export function resetCommand({ command, connect }: CommandKit) {
  return command('reset', 'Restores the state and the time of the start. Keys and secrets stay.')
    .summary('restore the state of the start')
    .action(async (options: ServiceOptions) => {
      const { control, print } = connect(options);
      print(await control(Clock, 'POST', '/_sandbox/reset'), 'The service is as at its start.\n');
    });
}
