import type { Row } from '../measure/row.js';

// The load after an outage: a constant stream of events in steps of a second, delivered at 0, 1, 3, 7 and 15 minutes (spec
// sections 6 and 8). A receiver that is offered more than its capacity refuses the same share of everything. A refused
// delivery is repeated at its next attempt; after the fifth, the sender gives up.

const ATTEMPTS = [0, 60, 180, 420, 900];
const OUTAGES = [60, 300, 900, 1800];
/** The deliveries that the receiver can process, as a multiple of the rate of events. */
const CAPACITIES = [1.2, 1.5, 2, 3, 5];
const SIMULATED = 3 * 3600;

interface Storm {
  /** The highest rate of deliveries after the outage, as a multiple of the rate of events. */
  readonly peak: number;
  /** Seconds from the end of the outage to the last refusal. */
  readonly drained: number;
  /** Events that were never delivered, in seconds of the stream. */
  readonly lost: number;
}

function simulate(outage: number, capacity: number): Storm {
  // due[attempt][second]: the share of the stream that is offered in that second, as which attempt.
  const due = ATTEMPTS.map(() => new Float64Array(SIMULATED + 1000));
  let peak = 0;
  let drained = 0;
  let lost = 0;
  for (let second = 0; second < SIMULATED; second += 1) {
    const offers = due.map((attempt, index) => (index === 0 ? 1 : (attempt[second] ?? 0)));
    const offered = offers.reduce((sum, offer) => sum + offer, 0);
    const isDown = second < outage;
    const refused = isDown ? 1 : Math.max(0, 1 - capacity / offered);
    if (!isDown) peak = Math.max(peak, offered);
    if (!isDown && refused > 0) drained = second + 1 - outage;
    for (const [index, offer] of offers.entries()) {
      const next = ATTEMPTS[index + 1];
      const again = due[index + 1];
      if (next === undefined || !again) lost += offer * refused;
      else add(again, second + next - (ATTEMPTS[index] ?? 0), offer * refused);
    }
  }
  return { peak, drained, lost };
}

/** The load after an outage, by its length and by the capacity of the receiver. It is calculated, not measured. */
export async function stormSubject(): Promise<readonly Row[]> {
  return OUTAGES.flatMap((outage) =>
    CAPACITIES.map((capacity) => {
      const { peak, drained, lost } = simulate(outage, capacity);
      return {
        subject: 'storm',
        contest: `outage of ${outage / 60} min`,
        name: `capacity ${capacity} x`,
        figures: {
          'peak, x': peak,
          'drained after, min': Math.ceil(drained / 60),
          "given up, % of the outage's events": (100 * lost) / outage,
        },
      };
    }),
  );
}

function add(stream: Float64Array, second: number, amount: number): void {
  stream[second] = (stream[second] ?? 0) + amount;
}
