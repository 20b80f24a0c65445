import { formatDuration } from './format-duration.js';
import { formatTime } from './local-time.js';
import { useNow } from './use-clock.js';

/** {@link formatTime} on a page. Its exact form shows on hover. */
export function Time({ value }: { value: string | null | undefined }) {
  if (!value) return <>–</>;
  return (
    <time dateTime={value} title={value} className="whitespace-nowrap tabular-nums">
      {formatTime(value)}
    </time>
  );
}

/** How long a time is ahead or ago on the service's clock. */
export function Countdown({ to }: { to: string }) {
  const left = Date.parse(to) - useNow();
  const text = left > 0 ? `in ${formatDuration(left)}` : `${formatDuration(-left)} ago`;
  return (
    <time dateTime={to} title={to} className="whitespace-nowrap tabular-nums">
      {Math.abs(left) < 1000 ? 'now' : text}
    </time>
  );
}

/** {@link Countdown}, and when that is. */
export function CountdownAndTime({ to }: { to: string }) {
  return (
    <>
      <Countdown to={to} />
      <span className="text-muted">
        , <Time value={to} />
      </span>
    </>
  );
}
