import { controls } from '../api/controls.js';
import { useChange } from '../api/use-change.js';
import { Button } from '../ui/button.js';
import { Text } from '../ui/text.js';
import { notify } from '../ui/toast.js';
import { wordsOf } from '../words/words-of.js';
import { currentMove, useCurrentMove } from './current-move.js';
import { progressWords } from './move-until.js';
import { useClock, useNow } from './use-clock.js';

export function Moving() {
  const clock = useClock();
  const now = useNow();
  const move = useCurrentMove();
  const stop = useChange((key, _input: undefined) => {
    currentMove.stop();
    return controls.stopClock(key);
  });
  if (!move && !clock?.moving) return null;
  const { running } = clock ?? {};
  return (
    // Above the toast: in the bar, it would push the buttons out of sight.
    <div className="fixed inset-x-0 bottom-16 z-20 mx-auto flex w-fit max-w-full items-center gap-2 rounded-md border border-line bg-panel px-3 py-1 shadow-lg">
      <span className="min-w-0 text-info">
        {move ? `Moving: ${progressWords(move, now)}` : 'The clock is being moved'}
        {running && (
          <>
            {' · waiting for '}
            {running.host === null ? (
              wordsOf(running.kind).toLowerCase()
            ) : (
              <Text>{running.host}</Text>
            )}
          </>
        )}
      </span>
      <Button
        look="quiet"
        pending={stop.isPending || move?.isStopped === true}
        title="The move ends after the current job."
        onClick={() => stop.mutate(undefined, { onError: ({ message }) => notify(message) })}
      >
        Stop
      </Button>
    </div>
  );
}
