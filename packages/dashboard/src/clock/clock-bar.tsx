import { Link } from '@tanstack/react-router';
import { type ComponentProps, Suspense, useId } from 'react';
import { type ClockState, controls } from '../api/controls.js';
import { useChange } from '../api/use-change.js';
import { lazyPart } from '../session/persistently.js';
import { Button } from '../ui/button.js';
import { notify } from '../ui/toast.js';
import { useClockMove } from './clock-move.js';
import { Time } from './time.js';
import { nowOf, useClock, useFrozen, useNow } from './use-clock.js';

const MovePreview = lazyPart(() => import('./move-preview.js'), 'MovePreview');

// Needed only while somebody moves the clock.
const Moving = lazyPart(() => import('./moving.js'), 'Moving');

const steps = [
  ['+1 min', '1m', 60_000],
  ['+15 min', '15m', 900_000],
  ['+1 day', '1d', 86_400_000],
] as const;

export function ClockBar() {
  const clock = useClock();
  const now = useNow();
  const frozen = useFrozen();
  const { move, pending } = useClockMove();
  const setMode = useChange((key, mode: ClockState['mode']) => controls.moveClock(key, { mode }));
  const isBusy = pending || setMode.isPending;
  const nextTarget = clock?.next ? Math.max(now, Date.parse(clock.next)) : now;
  return (
    <section
      aria-label="Clock"
      className="relative flex min-w-0 flex-wrap items-center gap-x-1 p-0.5"
    >
      <span className="mr-1 flex items-center gap-1 whitespace-nowrap text-muted">
        {frozen && (
          <span className="rounded bg-warn-soft px-2 py-0.5 text-xs font-medium text-warn">
            Frozen
          </span>
        )}
        <Link to="/timeline" className="underline decoration-dotted underline-offset-4">
          <span className="sr-only">Timeline: </span>
          {!frozen && !pending && 'Clock '}
          {clock && <Time value={new Date(now).toISOString()} form="fitting" />}
        </Link>
      </span>
      {pending && (
        <Suspense>
          <Moving />
        </Suspense>
      )}
      <Button
        look="quiet"
        pending={isBusy}
        onClick={() =>
          setMode.mutate(frozen ? 'real' : 'frozen', { onError: ({ message }) => notify(message) })
        }
      >
        {frozen ? 'Run' : 'Freeze'}
      </Button>
      <span className="flex">
        {steps.map(([label, advance, ms]) => (
          <Step
            key={advance}
            target={now + ms}
            pending={isBusy}
            // From the current time, not the rendered one, which may be a second old.
            onClick={() => move({ command: { advance }, target: nowOf(clock) + ms })}
          >
            {label}
          </Step>
        ))}
        <Step
          target={nextTarget}
          pending={isBusy}
          onClick={() => move({ command: { next: true }, target: nextTarget })}
        >
          To next job
        </Step>
      </span>
    </section>
  );
}

function Step({ target, ...button }: ComponentProps<typeof Button> & { target: number }) {
  const id = useId();
  const due = useClock()?.due;
  return (
    <span className="group contents">
      <Button look="quiet" className="max-sm:px-2" aria-describedby={id} {...button} />
      {due && (
        <Suspense>
          <MovePreview id={id} due={due} target={target} />
        </Suspense>
      )}
    </span>
  );
}
