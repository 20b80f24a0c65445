import { Command } from 'screening-webhooks-terminal';
import { z } from 'zod';
import { type CommandKit, duration, time } from '../command-kit.js';
import { Clock, type ServiceOptions } from '../running-service/connect.js';

const PATH = '/_sandbox/clock';
const Move = z.object({
  now: z.iso.datetime(),
  ran: z.int(),
  deliveries: z.object({ succeeded: z.int(), failed: z.int() }),
  next: z.iso.datetime().nullable(),
  target: z.iso.datetime().nullable(),
  limitReached: z.boolean(),
});
const Answer = z.union([Clock, Move]);

export function clockCommand({ command, connect }: CommandKit): Command {
  const show = async (
    body: Readonly<Record<string, unknown>> | undefined,
    options: ServiceOptions,
  ): Promise<void> => {
    const { control, print } = connect(options);
    const clock = await (body ? control(Answer, 'POST', PATH, body) : control(Answer, 'GET', PATH));
    print(clock, describe(clock));
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
    .addCommand(move('freeze', 'Stops the clock.', { mode: 'frozen' }))
    .addCommand(move('run', 'Lets time pass.', { mode: 'real' }));
}

// The service takes the text.
function asDuration(text: string): string {
  duration(text);
  return text;
}

function describe(answer: z.output<typeof Answer>): string {
  if ('mode' in answer) return `${answer.now}, ${answer.mode}\n`;
  const { now, ran, deliveries, next, target, limitReached } = answer;
  const jobs = `${ran} ${ran === 1 ? 'job' : 'jobs'} ran`;
  const attempts = `deliveries: ${deliveries.succeeded} succeeded, ${deliveries.failed} failed`;
  const following = next === null ? 'nothing else is due' : `the next job is due at ${next}`;
  const again = target === null ? 'drain' : `to ${target}`;
  const limit = limitReached
    ? ` It stopped there, to answer in time. To go on: clock ${again}.`
    : '';
  return `${now}: ${jobs}; ${attempts}; ${following}.${limit}\n`;
}
