import { inSeconds } from '../terminal/in-seconds.js';
import type { Style } from '../terminal/style.js';
import { renderTable, wrap } from '../terminal/table.js';
import type { SendReport, Sent } from './send-events.js';

/** What a run came to: how often each answer came, and how long answers took. */
export interface Tally {
  readonly add: (sent: Sent) => void;
  /** A table and two sentences. */
  readonly show: (report: SendReport, elapsedMs: number, style: Style, columns: number) => string;
  /** One line of JSON. */
  readonly asJson: (report: SendReport, elapsedMs: number, interrupted: boolean) => string;
}

interface Row {
  readonly label: string;
  readonly ok: boolean;
  readonly sentence: string;
  count: number;
}

/** Counts deliveries by what they came to. */
export function createTally(): Tally {
  const rows = new Map<string, Row>();
  const times: number[] = [];
  let deliveries = 0;

  function percentile(share: number): number | null {
    const sorted = times.toSorted((a, b) => a - b);
    return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
  }

  function answers(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { label, count } of rows.values()) counts[label] = (counts[label] ?? 0) + count;
    return counts;
  }

  return {
    add({ judgement, result }) {
      deliveries += 1;
      const { label, ok, sentence } = judgement;
      // The same answer may be right to one delivery and wrong to another.
      const row = rows.get(label + sentence) ?? { label, ok, sentence, count: 0 };
      row.count += 1;
      rows.set(label + sentence, row);
      if (result.kind === 'answered') times.push(result.ms);
    },
    show({ events, asExpected }, elapsedMs, style, columns) {
      const table = renderTable(
        [
          ['ANSWER', 'TIMES', 'MEANING'].map((text) => ({ text, paint: style.quiet })),
          ...[...rows.values()].map(({ label, ok, sentence, count }) => [
            { text: label, paint: ok ? style.good : style.bad },
            String(count),
            sentence,
          ]),
        ],
        columns,
      );
      const speed =
        times.length === 0
          ? ''
          : ` Answers took ${percentile(0.5)} ms in the middle, ${percentile(0.95)} ms at 95 %, ${percentile(1)} ms at most.`;
      const paint = asExpected === events ? style.good : style.bad;
      const lines = [
        ...wrap(`${plural(events, 'event')} in ${inSeconds(elapsedMs)}.${speed}`, columns),
        paint(`${asExpected} of ${events} went as they should.`),
      ];
      return `${rows.size === 0 ? '' : `${table}\n`}${lines.join('\n')}\n`;
    },
    asJson: ({ events, asExpected }, elapsedMs, interrupted) =>
      `${JSON.stringify({
        summary: {
          events,
          asExpected,
          deliveries,
          answers: answers(),
          ms: {
            total: elapsedMs,
            median: percentile(0.5),
            p95: percentile(0.95),
            max: percentile(1),
          },
          interrupted,
        },
      })}\n`,
  };
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
