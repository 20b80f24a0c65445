import { inSeconds, renderTable, type Style, wrap } from 'screening-webhooks-terminal';
import { jsonLine } from '../json.js';
import type { SendReport, Sent } from './send-events.js';

/** Counts the answers of a run and measures their times. */
export interface Tally {
  readonly add: (sent: Sent) => void;
  /** Formats the counts as a table and two sentences. */
  readonly show: (report: SendReport, elapsedMs: number, style: Style, columns: number) => string;
  /** Formats the counts as one line of JSON. */
  readonly asJson: (report: SendReport, elapsedMs: number, interrupted: boolean) => string;
}

interface AnswerCount {
  readonly label: string;
  readonly ok: boolean;
  readonly sentence: string;
  count: number;
}

/** An empty tally. */
export function createTally(): Tally {
  const counts = new Map<string, AnswerCount>();
  const times: number[] = [];
  let deliveries = 0;

  function percentile(share: number): number | null {
    const sorted = times.toSorted((a, b) => a - b);
    return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
  }

  function answers(): Readonly<Record<string, number>> {
    const byLabel: Record<string, number> = {};
    for (const { label, count } of counts.values()) byLabel[label] = (byLabel[label] ?? 0) + count;
    return byLabel;
  }

  return {
    add({ assessment, result }) {
      deliveries += 1;
      const { label, ok, sentence } = assessment;
      // The same answer may be correct for one delivery and wrong for another.
      const entry = counts.get(label + sentence) ?? { label, ok, sentence, count: 0 };
      entry.count += 1;
      counts.set(label + sentence, entry);
      if (result.kind === 'answered') times.push(result.ms);
    },
    show({ events, asExpected }, elapsedMs, style, columns) {
      const table = renderTable(
        [
          ['ANSWER', 'TIMES', 'MEANING'].map(style.quiet),
          ...[...counts.values()].map(({ label, ok, sentence, count }) => [
            ok ? style.good(label) : style.bad(label),
            String(count),
            sentence,
          ]),
        ],
        columns,
      );
      const speed =
        times.length === 0
          ? ''
          : ` Answer times: median ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms, max ${percentile(1)} ms.`;
      const paint = asExpected === events ? style.good : style.bad;
      const lines = [
        ...wrap(`${plural(events, 'event')} in ${inSeconds(elapsedMs)}.${speed}`, columns),
        paint(`${asExpected} of ${events} as expected.`),
      ];
      return `${counts.size === 0 ? '' : `${table}\n`}${lines.join('\n')}\n`;
    },
    asJson: ({ events, asExpected }, elapsedMs, interrupted) =>
      jsonLine({
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
      }),
  };
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
