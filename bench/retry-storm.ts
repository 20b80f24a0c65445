// What comes after an outage: the sender's attempts at 0, 1, 3, 7 and 15 minutes (spec sections 6 and 8), in steps of a
// second, over parts of a constant stream of events. A receiver that is offered more than it can take refuses the same
// share of everything; what was refused comes again at its next attempt, and after the fifth it is lost to the sender.

const ATTEMPTS = [0, 60, 180, 420, 900];
const OUTAGES = [60, 300, 900, 1800];
/** Deliveries that the receiver can take, as a multiple of the rate of events. */
const CAPACITIES = [1.2, 1.5, 2, 3, 5];
const SIMULATED = 3 * 3600;

interface Storm {
  /** The most deliveries in a second that were offered after the outage, as a multiple of the rate of events. */
  readonly peak: number;
  /** Seconds after the outage until nothing is refused any more. */
  readonly drained: number;
  /** Seconds' worth of events that were never delivered. */
  readonly lost: number;
}

function simulate(outage: number, capacity: number): Storm {
  // due[attempt][second]: how much of the stream is offered then, for the how-manieth time.
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

console.log('| outage | capacity | peak offered | drained after | lost to the sender |');
console.log('|---|---|---|---|---|');
for (const outage of OUTAGES) {
  for (const capacity of CAPACITIES) {
    const { peak, drained, lost } = simulate(outage, capacity);
    const share = (100 * lost) / outage;
    console.log(
      `| ${outage / 60} min | ${capacity} x | ${peak.toFixed(1)} x | ${Math.ceil(drained / 60)} min | ${share.toFixed(1)} % of the outage's events |`,
    );
  }
}

function add(stream: Float64Array, second: number, amount: number): void {
  stream[second] = (stream[second] ?? 0) + amount;
}
