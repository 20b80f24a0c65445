import { controls } from '../../api/controls.js';
import type { Answer } from '../../api/operations.js';
import { useChange } from '../../api/use-change.js';
import { useClock } from '../../clock/use-clock.js';
import { Button } from '../../ui/button.js';
import { notify } from '../../ui/toast.js';

type BulkImport = Answer<'getBulkImport'>;

/** Whether the service has work left to do for an import. */
export function isInWork({ status }: BulkImport): boolean {
  return status === 'validating' || status === 'committing';
}

/** How far the service is with an import. On a frozen clock it does nothing, which is said. */
export function ImportProgress({ found }: { found: BulkImport }) {
  const clock = useClock();
  const move = useChange((key) => controls.moveClock(key, { advance: '1s' }));
  if (!isInWork(found)) return null;
  const { status, rowCount, counts } = found;
  const validated = counts.valid + counts.pending + counts.missing;
  const text =
    status === 'validating'
      ? `Validating: ${validated} of ${rowCount} rows.`
      : `Committing: ${counts.valid + counts.pending} rows.`;
  return (
    <section
      aria-label="Progress"
      className="flex flex-col gap-2 rounded-lg border border-line bg-panel p-4"
    >
      <p role="status">{text}</p>
      <progress
        aria-label={text}
        max={Math.max(1, rowCount)}
        // How many rows are committed is not told.
        {...(status === 'validating' ? { value: validated } : {})}
        className="h-2 w-full accent-accent"
      />
      {clock?.mode === 'frozen' && (
        <div className="flex flex-wrap items-center gap-3 rounded-md bg-warn-soft px-3 py-2 text-warn">
          <p className="min-w-0 flex-1">
            The clock is frozen, so the service does not go on with it. Move the clock to let it.
          </p>
          <Button
            pending={move.isPending}
            onClick={() => move.mutate(undefined, { onError: ({ message }) => notify(message) })}
          >
            Move the clock by 1 s
          </Button>
        </div>
      )}
    </section>
  );
}
