import { Command } from 'screening-webhooks-terminal';
import { z } from 'zod';
import { type CommandKit, duration, time } from '../command-kit.js';
import { Clock, readClock, type ServiceOptions } from '../running-service/connect.js';

const PATH = '/_sandbox/clock';
const Move = z.object({
  now: z.iso.datetime(),
  ran: z.int(),
  failed: z.array(z.object({ kind: z.string(), id: z.string(), outcome: z.string() })),
  deliveries: z.object({ succeeded: z.int(), failed: z.int() }),
  next: z.iso.datetime().nullable(),
  target: z.iso.datetime().nullable(),
  limitReached: z.boolean(),
  stopped: z.boolean(),
});
const Parked = z.object({ kind: z.string(), id: z.string(), reason: z.string() });
const Due = z.object({
  data: z.array(
    z.object({
      kind: z.string(),
      at: z.iso.datetime(),
      object: z.object({ type: z.string(), id: z.string() }),
      tenantId: z.string(),
      host: z.string().nullable(),
      attempt: z.int().nullable(),
    }),
  ),
  byKind: z.record(z.string(), z.int()),
  total: z.int(),
  complete: z.boolean(),
});
const State = Clock.extend({ due: Due.optional(), parked: z.array(Parked).optional() });
const Released = z.object({ released: z.int() });

export function clockCommand({ command, connect }: CommandKit): Command {
  const show = async (
    body: Readonly<Record<string, unknown>> | undefined,
    options: ServiceOptions,
  ): Promise<void> => {
    const { control, print } = connect(options);
    if (body === undefined || 'mode' in body) {
      const state = await control(State, body ? 'POST' : 'GET', PATH, body);
      return print(state, describeState(state));
    }
    const move = await control(Move, 'POST', PATH, body);
    const isTimed = 'advance' in body || 'to' in body;
    const isWhole = !move.limitReached && !move.stopped;
    const isNothing = !isTimed && move.ran + move.failed.length === 0 && isWhole;
    const text = isNothing
      ? describeNothing(move, await control(State, 'GET', PATH))
      : describeMove(move);
    print(move, text);
  };
  const move = (name: string, description: string, body?: Readonly<Record<string, unknown>>) =>
    command(name, description).action((options: ServiceOptions) => show(body, options));
  return new Command('clock')
    .summary('show and move the clock')
    .description('Shows and moves the clock of the service.')
    .addCommand(move('now', 'Prints the time.'), { isDefault: true })
    .addCommand(
      command('advance', 'Moves the clock on, and runs what falls due.')
        .argument('<duration>', 'such as 30s, 15m, 1h30m, 7d', asDuration)
        .action((advance: string, options: ServiceOptions) => show({ advance }, options)),
    )
    .addCommand(
      command('to', 'Moves the clock to a time, and runs what falls due.')
        .argument('<time>', 'such as 2026-01-31T09:00:00Z', time)
        .action((to: string, options: ServiceOptions) => show({ to }, options)),
    )
    .addCommand(move('next', 'Moves the clock to the next job, and runs it.', { next: true }))
    .addCommand(
      move('drain', 'Moves the clock from job to job, until none is left.', { drain: true }),
    )
    .addCommand(move('settle', 'Runs what is due already.', { settle: true }))
    .addCommand(
      command('release', 'Lets the jobs run again that have failed too often.').action(
        async (options: ServiceOptions) => {
          const { control, print } = connect(options);
          const answer = await control(Released, 'POST', `${PATH}/release`, {});
          print(answer, `${countJobs(answer.released)} released.\n`);
        },
      ),
    )
    .addCommand(move('freeze', 'Stops the clock.', { mode: 'frozen' }))
    .addCommand(move('run', 'Lets time pass.', { mode: 'real' }));
}

// The service parses the text itself.
function asDuration(text: string): string {
  duration(text);
  return text;
}

function describeState(state: z.output<typeof State>): string {
  return `${state.now}, ${state.mode}\n${describeDue(state)}${describeParked(state)}`;
}

function describeDue({ due }: z.output<typeof State>): string {
  const [first] = due?.data ?? [];
  if (!due || !first) return '';
  const counts = Object.entries(due.byKind).map(([kind, count]) => `${count} ${kind}`);
  const least = due.complete ? '' : 'at least ';
  return `due: ${least}${counts.join(', ')}; the first at ${first.at}\n`;
}

function describeParked({ parked = [] }: z.output<typeof State>): string {
  return parked.map(({ kind, id, reason }) => `parked: ${kind} of ${id} (${reason})\n`).join('');
}

/** Describes a move that found nothing to run. Parked jobs are not due, but still wait. */
function describeNothing(
  { now, next }: z.output<typeof Move>,
  state: z.output<typeof State>,
): string {
  const waiting = next === null ? 'no job waits' : `the next job is due at ${next}`;
  const stays = state.mode === 'frozen' ? ' The clock has not moved.' : '';
  return `${now}: nothing is due: ${waiting}.${stays}\n${describeParked(state)}`;
}

function describeMove(move: z.output<typeof Move>): string {
  const { now, ran, failed, deliveries, next, target, limitReached, stopped } = move;
  const lost = failed.map(({ kind, id, outcome }) => `\nfailed: ${kind} of ${id}, ${outcome}`);
  const attempts = `deliveries: ${deliveries.succeeded} succeeded, ${deliveries.failed} failed`;
  const following = next === null ? 'nothing else is due' : `the next job is due at ${next}`;
  const again = target === null ? 'drain' : `to ${target}`;
  const limit =
    limitReached && !stopped
      ? ` It stopped there, to answer in time. To continue: clock ${again}.`
      : '';
  const stop = stopped ? ` The move was stopped at ${now}. To continue: clock ${again}.` : '';
  return `${now}: ${countJobs(ran)} ran; ${attempts}; ${following}.${limit}${stop}${lost.join('')}\n`;
}

function countJobs(count: number): string {
  return `${count} ${count === 1 ? 'job' : 'jobs'}`;
}

const Snapshot = z.object({ name: z.string(), savedAt: z.string() });
const Snapshots = z.object({ data: z.array(Snapshot) });
const SNAPSHOTS = '/_sandbox/snapshots';

export function snapshotCommand({ command, connect, group }: CommandKit) {
  const snapshotPath = (name: string): string => `${SNAPSHOTS}/${encodeURIComponent(name)}`;
  const save = command(
    'save',
    'Saves the state and the time, in place of a snapshot of this name.',
    'snapshot save before',
  )
    .argument('<name>')
    .action(async (name: string, options: ServiceOptions) => {
      const { control, print } = connect(options);
      const saved = await control(Snapshot, 'POST', SNAPSHOTS, { name });
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
      const { data } = await control(Snapshots, 'GET', SNAPSHOTS);
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
