import { type ClockState, controls } from '../api/controls.js';
import { useChange } from '../api/use-change.js';
import { Button } from '../ui/button.js';
import { notify } from '../ui/toast.js';
import { useClockMove } from './clock-move.js';
import { Moving } from './moving.js';
import { Time } from './time.js';
import { useClock, useFrozen, useNow } from './use-clock.js';

const steps = [
  ['+1 min', '1m', 60_000],
  ['+15 min', '15m', 900_000],
  ['+1 day', '1d', 86_400_000],
] as const;

/** The service's time and the ways to move it, on every page. */
export function ClockBar() {
  const clock = useClock();
  const now = useNow();
  const frozen = useFrozen();
  const { move, pending } = useClockMove();
  const setMode = useChange((key, mode: ClockState['mode']) => controls.moveClock(key, { mode }));
  const isBusy = pending || setMode.isPending;
  const next = clock?.next ?? null;
  return (
    <section aria-label="Clock" className="flex min-w-0 items-center gap-1 overflow-x-auto p-0.5">
      <span className="mr-1 flex items-center gap-1 whitespace-nowrap text-muted">
        {frozen && (
          <span className="rounded bg-warn-soft px-2 py-0.5 text-xs font-medium text-warn">
            Frozen
          </span>
        )}
        {clock && !frozen && !pending && 'Clock '}
        {clock && <Time value={new Date(now).toISOString()} />}
      </span>
      <Moving />
      <Button
        look="quiet"
        pending={isBusy}
        onClick={() =>
          setMode.mutate(frozen ? 'real' : 'frozen', {
            onError: ({ message }) => notify(message),
          })
        }
      >
        {frozen ? 'Run' : 'Freeze'}
      </Button>
      {steps.map(([label, advance, ms]) => (
        <Button
          key={advance}
          look="quiet"
          pending={isBusy}
          onClick={() => move({ command: { advance }, target: now + ms })}
        >
          {label}
        </Button>
      ))}
      <Button
        look="quiet"
        pending={isBusy}
        onClick={() =>
          move({
            command: { next: true },
            target: next === null ? now : Math.max(now, Date.parse(next)),
          })
        }
      >
        To next job
      </Button>
    </section>
  );
}
