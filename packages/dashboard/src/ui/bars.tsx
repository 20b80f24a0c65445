/** A bar of a chart. */
export interface Bar {
  /** Said by screen readers and shown on hover, such as `09:00: 12 succeeded, 1 failed`. */
  readonly label: string;
  readonly good: number;
  /** Default: 0. */
  readonly pending?: number;
  readonly bad: number;
}

const HEIGHT = 64;
const WIDTH = 12;
const GAP = 3;

/** Stacked bars: what succeeded, above it what is under way, and above that what failed. */
export function Bars({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const most = Math.max(1, ...bars.map(({ good, pending = 0, bad }) => good + pending + bad));
  const scaled = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length * (WIDTH + GAP)} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-20 w-full"
    >
      {bars.map((bar, index) => {
        const good = scaled(bar.good);
        const pending = scaled(bar.pending ?? 0);
        const bad = scaled(bar.bad);
        const top = HEIGHT - good - pending;
        const x = index * (WIDTH + GAP);
        return (
          <g key={bar.label}>
            <title>{bar.label}</title>
            <rect x={x} y={0} width={WIDTH} height={HEIGHT} className="fill-transparent" />
            <rect x={x} y={HEIGHT - 1} width={WIDTH} height={1} className="fill-line" />
            <rect x={x} y={HEIGHT - good} width={WIDTH} height={good} className="fill-ok" />
            <rect x={x} y={top} width={WIDTH} height={pending} className="fill-amber" />
            <rect x={x} y={top - bad} width={WIDTH} height={bad} className="fill-bad" />
          </g>
        );
      })}
    </svg>
  );
}

export function BarKey({ colour, name }: { colour: string; name: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span aria-hidden="true" className={`inline-block size-2 rounded-sm ${colour}`} />
      {name}
    </span>
  );
}
