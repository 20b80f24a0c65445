import { useQueryClient } from '@tanstack/react-query';
import { type ClockCommand, controls } from '../api/controls.js';
import { useChange } from '../api/use-change.js';
import { Button } from '../ui/button.js';
import { notify } from '../ui/toast.js';
import { formatDuration } from './local-time.js';
import { Time } from './time.js';
import { keepMoved, useClock, useNow } from './use-clock.js';

const steps = [
  ['+1 min', '1m'],
  ['+15 min', '15m'],
  ['+1 day', '1d'],
] as const;

/** The service's time and the ways to move it, on every page. */
export function ClockBar() {
  const clock = useClock();
  const now = useNow();
  const client = useQueryClient();
  const frozen = clock?.mode === 'frozen';
  const move = useChange(async (key, command: ClockCommand) => {
    const before = now;
    const moved = await controls.moveClock(key, command);
    if ('mode' in command) return;
    if (frozen) keepMoved(client, moved.now);
    const by = formatDuration(Math.max(0, Date.parse(moved.now) - before));
    const limit = moved.limitReached ? ' The limit of one move is reached: move it again.' : '';
    notify(`The clock moved by ${by}. ${moved.ran} jobs ran.${limit}`);
  });
  const run = (command: ClockCommand) =>
    move.mutate(command, { onError: ({ message }) => notify(message) });
  return (
    <section aria-label="Clock" className="flex min-w-0 items-center gap-1 overflow-x-auto p-0.5">
      <span className="mr-1 whitespace-nowrap text-muted">
        {clock ? (frozen ? 'Frozen at' : 'Clock') : ''}{' '}
        {clock && <Time value={new Date(now).toISOString()} />}
      </span>
      <Button
        look="quiet"
        pending={move.isPending}
        onClick={() => run({ mode: frozen ? 'real' : 'frozen' })}
      >
        {frozen ? 'Run' : 'Freeze'}
      </Button>
      {steps.map(([label, advance]) => (
        <Button
          key={advance}
          look="quiet"
          pending={move.isPending}
          onClick={() => run({ advance })}
        >
          {label}
        </Button>
      ))}
      <Button look="quiet" pending={move.isPending} onClick={() => run({ next: true })}>
        To next job
      </Button>
    </section>
  );
}
