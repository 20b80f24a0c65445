import { formatShort } from '../clock/local-time.js';

/** The parts of a bar by their names, from the bottom up. */
type Parts = Readonly<Record<string, number | null>>;

export interface Bar {
  /** The start of the bar: a time, or a day such as `2026-01-31`. */
  readonly at: string;
  readonly parts: Parts;
}

const HEIGHT = 80;
const shownAt = (at = '') => (at.includes('T') ? formatShort(at) : at);

/** The round, even number at the end of a scale. */
export function scaleTop(most: number): number {
  const power = 10 ** Math.ceil(Math.log10(Math.max(2, most)) - 1);
  return ([2, 4, 6, 8].find((top) => top * power >= most) ?? 10) * power;
}

/** Bars with a scale, the value of the highest bar, and a color key with the total of each part. */
export function Bars({
  label,
  bars,
  whole,
  colours,
  unit = '',
}: {
  label: string;
  bars: readonly Bar[];
  whole: Parts;
  /** A class for each part, such as `text-ok`. */
  colours: readonly string[];
  /** With a unit, a part includes the part below. Otherwise, parts are stacked. */
  unit?: string;
}) {
  const numbersOf = ({ parts }: Bar) => Object.values(parts).map((value) => value ?? 0);
  const highest = (bar: Bar) => numbersOf(bar).reduce((sum, value) => (unit ? value : sum + value));
  const most = Math.max(0, ...bars.map(highest));
  const top = scaleTop(most);
  const shown = (value: number | null) =>
    value === null ? '–' : value.toLocaleString('en-US') + unit;
  const inWords = (parts: Parts) =>
    Object.entries(parts).map(([name, value]) => `${name}: ${shown(value)}`);
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2 gap-y-1 pt-2 text-xs text-muted tabular-nums">
      <div aria-hidden="true" className="-my-2 flex flex-col justify-between text-right">
        {[top, top / 2, 0].map((mark) => (
          <span key={mark}>{shown(mark)}</span>
        ))}
      </div>
      <svg
        role="img"
        aria-label={`${label}. ${inWords(whole).join(', ')}`}
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-20 w-full"
      >
        <path d="M0 0h99v1H0zM0 40h99v1H0zM0 79h99v1H0z" className="fill-line" />
        {bars.map((bar, index) => {
          let y = HEIGHT;
          return (
            <g key={bar.at} transform={`translate(${index + 0.1})`} fill="currentColor">
              <title>{`${shownAt(bar.at)}. ${inWords(bar.parts).join(', ')}`}</title>
              <rect width={0.8} height={HEIGHT} fill="transparent" />
              {numbersOf(bar).map((value, part, all) => {
                const own = unit ? value - (all[part - 1] ?? 0) : value;
                // Even one in a thousand must be visible.
                const height = own && Math.max(2, (own / top) * HEIGHT);
                y -= height;
                const colour = colours[part];
                return <rect key={colour} y={y} width={0.8} height={height} className={colour} />;
              })}
            </g>
          );
        })}
      </svg>
      <p className="col-start-2 flex justify-between">
        <span>{shownAt(bars[0]?.at)}</span>
        <span>{shownAt(bars.at(-1)?.at)}</span>
      </p>
      <p className="col-start-2 flex flex-wrap gap-x-3">
        {inWords(whole).map((words, part) => (
          <span key={colours[part]} className="inline-flex items-center gap-1">
            <svg aria-hidden="true" className={`size-2 ${colours[part]}`}>
              <rect width="100%" height="100%" rx={2} fill="currentColor" />
            </svg>
            {words}
          </span>
        ))}
        <span className="ml-auto">Highest: {shown(most)}</span>
      </p>
    </div>
  );
}
