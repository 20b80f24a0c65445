import { useQueryClient } from '@tanstack/react-query';
import { controls, type MoveCommand } from '../api/controls.js';
import { keyOfPart } from '../api/presses.js';
import { useChange } from '../api/use-change.js';
import { notify } from '../ui/toast.js';
import { currentMove, useCurrentMove } from './current-move.js';
import { movedWords, moveUntil } from './move-until.js';
import { keepMoved, nowOf, useClock, useFrozen } from './use-clock.js';

interface PlannedMove {
  readonly command: MoveCommand;
  /** Virtual milliseconds, `undefined` if it ends at the last job. */
  readonly target: number | undefined;
}

/** Moves the clock to its target, and reports the result. A page has one move at a time. */
export function useClockMove() {
  const clock = useClock();
  const frozen = useFrozen();
  const current = useCurrentMove();
  const client = useQueryClient();
  const change = useChange(async (key, { command, target }: PlannedMove) => {
    const from = nowOf(clock);
    let calls = 0;
    currentMove.begin({ from, target });
    try {
      const moved = await moveUntil(
        command,
        (each) => controls.moveClock(keyOfPart(key, String(++calls)), each),
        () => currentMove.read()?.isStopped === true,
      );
      if (frozen) keepMoved(client, moved.now);
      notify(movedWords(moved, from));
    } catch (error) {
      // Here, not beside the button, which may be gone with the wait that the move has ended.
      if (error instanceof Error) notify(error.message);
      throw error;
    } finally {
      currentMove.end();
    }
  });
  return {
    move: (planned: PlannedMove) => change.mutate(planned),
    /** Also `true` while somebody else moves the clock. */
    pending: change.isPending || current !== undefined || clock?.moving === true,
  };
}
