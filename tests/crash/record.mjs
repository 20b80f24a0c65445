// The steps of workers, in order. A killed process loses no recorded step.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** @returns a function that records a step of `worker`: `start`, `abort`, the kind of an outcome, or an action of the driver. */
export function recorder(file, worker) {
  return (step, event) => {
    // All processes of a machine share this clock, and no scenario changes it.
    const at = Number(process.hrtime.bigint() / 1_000_000n);
    appendFileSync(file, `${JSON.stringify({ worker, step, event, at })}\n`);
  };
}

/** @returns the steps `{ worker, step, event, at }` so far. `at` is in milliseconds. */
export function readRecord(file) {
  if (!existsSync(file)) return [];
  // The last line may still be incomplete.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

/** The steps of one kind, of one event if it is given. */
export function stepsOf(entries, step, event) {
  return entries.filter((entry) => entry.step === step && (!event || entry.event === event));
}

/**
 * Runs that began while another run of their line was in progress. A run is over when its worker recorded its outcome, when its
 * signal aborted, or when the driver killed, froze or partitioned its worker.
 *
 * @param lineOf The line of an event id. Default: each event is a line of its own.
 */
export function overlaps(entries, lineOf = (event) => event) {
  const running = new Map();
  const found = [];
  for (const { worker, step, event } of entries) {
    if (event === undefined) {
      for (const [run, of] of running) if (of.worker === worker) running.delete(run);
    } else if (step === 'start') {
      const line = lineOf(event);
      for (const other of running.values())
        if (other.line === line) found.push(`${event} beside ${other.event}`);
      running.set(`${worker} ${event}`, { worker, event, line });
    } else {
      running.delete(`${worker} ${event}`);
    }
  }
  return found;
}
