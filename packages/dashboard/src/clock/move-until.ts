import type { ClockMove } from '@screening-webhooks/sandbox';
import type { MoveCommand } from '../api/controls.js';
import { counted } from '../words/words-of.js';
import { formatDuration } from './local-time.js';

/** A move in progress, in virtual milliseconds. */
export interface MoveOnItsWay {
  readonly from: number;
  /** `undefined` if it ends at the last job. */
  readonly target: number | undefined;
}

/**
 * Moves the clock to its target. The service ends a long move early, so this continues it from there.
 *
 * @param call Starts a move.
 * @param isStopped Whether the move must not be continued.
 * @returns the last answer, with the sums of all answers.
 */
export async function moveUntil(
  command: MoveCommand,
  call: (command: MoveCommand) => Promise<ClockMove>,
  isStopped: () => boolean,
): Promise<ClockMove> {
  let moved = await call(command);
  while (moved.limitReached && !moved.stopped) {
    if (isStopped()) return { ...moved, stopped: true };
    moved = sumOf(moved, await call(restOf(moved)));
  }
  return moved;
}

function restOf({ now, target }: ClockMove): MoveCommand {
  if (target === null) return { drain: true };
  // The clock does not go back: a real one may have passed the target.
  return Date.parse(target) > Date.parse(now) ? { to: target } : { settle: true };
}

function sumOf(before: ClockMove, last: ClockMove): ClockMove {
  return {
    ...last,
    ran: before.ran + last.ran,
    failed: [...before.failed, ...last.failed],
    deliveries: {
      succeeded: before.deliveries.succeeded + last.deliveries.succeeded,
      failed: before.deliveries.failed + last.deliveries.failed,
    },
  };
}

/** The result of a move, in words. @param from Virtual time before the move, in milliseconds. */
export function movedWords({ now, ran, failed, stopped }: ClockMove, from: number): string {
  const by = Date.parse(now) - from;
  const sentences = [
    ...(stopped ? ['The move was stopped.'] : []),
    ...(by > 0 ? [`The clock moved by ${formatDuration(by)}.`] : []),
    ran + failed.length === 0 ? 'Nothing was due.' : `${counted(ran, 'job')} ran.`,
    ...(failed.length > 0 ? [`${counted(failed.length, 'job')} failed.`] : []),
  ];
  return sentences.join(' ');
}

/** The progress of a move, such as `3 min of 1 d`. */
export function progressWords({ from, target }: MoveOnItsWay, now: number): string {
  const done = now - from < 1000 ? '0 s' : formatDuration(now - from);
  return target === undefined || target <= from
    ? done
    : `${done} of ${formatDuration(target - from)}`;
}
