import { Button } from '../ui/button.js';
import { useClockMove } from './clock-move.js';
import { useFrozen, useNow } from './use-clock.js';
import { moveToEnd, nextAttemptWords, type Wait, waitSentence } from './waits.js';

export function WaitNote({ kind, at }: Wait) {
  const clock = { now: useNow(at !== null), frozen: useFrozen() };
  const { move, pending } = useClockMove();
  const sentence = waitSentence({ kind, at }, clock);
  const end = moveToEnd({ kind, at }, clock);
  const text = at === null ? sentence : <TimedText at={at} text={sentence} />;
  if (!end || at === null) return <p>{text}</p>;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <p className="min-w-0 flex-1 basis-48">{text}</p>
      <Button
        pending={pending}
        onClick={() => move({ command: end.command, target: Math.max(clock.now, Date.parse(at)) })}
      >
        {end.label}
      </Button>
    </div>
  );
}

/** {@link WaitNote} on a frozen clock, for pages that show the time themselves. */
export function FrozenNote(wait: Wait) {
  return useFrozen() ? <WaitNote {...wait} /> : null;
}

export function NextAttempt({ at }: { at: string }) {
  const clock = { now: useNow(), frozen: useFrozen() };
  return <TimedText at={at} text={nextAttemptWords(at, clock)} />;
}

function TimedText({ at, text }: { at: string; text: string }) {
  return (
    <time dateTime={at} title={at} className="tabular-nums">
      {text}
    </time>
  );
}
