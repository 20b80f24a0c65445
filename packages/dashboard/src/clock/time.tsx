import { formatDay, formatDuration, formatHour, formatShort, formatTime } from './local-time.js';
import { useNow } from './use-clock.js';

export function Time({
  value,
  form = 'whole',
  className = '',
}: {
  value: string | null | undefined;
  /** `lines`: its day and its hour, one under the other. `short`: without seconds and zone, for a phone. `hour`: without its day. `fitting`: short on a phone. */
  form?: 'whole' | 'lines' | 'short' | 'hour' | 'fitting';
  className?: string;
}) {
  if (!value) return <>–</>;
  const shown = {
    whole: () => formatTime(value),
    short: () => formatShort(value),
    hour: () => formatHour(value),
    fitting: () => (
      <>
        <span className="sm:hidden">{formatShort(value)}</span>
        <span className="hidden sm:inline">{formatTime(value)}</span>
      </>
    ),
    lines: () => (
      <>
        <span className="block">{formatDay(value)}</span>
        <span className="block text-xs text-muted">{formatHour(value)}</span>
      </>
    ),
  };
  return (
    <time dateTime={value} title={value} className={`whitespace-nowrap tabular-nums ${className}`}>
      {shown[form]()}
    </time>
  );
}

export function Countdown({ to }: { to: string }) {
  const left = Date.parse(to) - useNow();
  const text = left > 0 ? `in ${formatDuration(left)}` : `${formatDuration(-left)} ago`;
  return (
    <time dateTime={to} title={to} className="whitespace-nowrap tabular-nums">
      {Math.abs(left) < 1000 ? 'now' : text}
    </time>
  );
}

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
