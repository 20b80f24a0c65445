// Seconds between `t` and the receiver's clock, in either direction (spec sections 5 and 8).
const DEFAULT_TOLERANCE = 300;
const MOST_SECONDS = 86_400;

/** @throws TypeError when it is not a finite number of at least 0: NaN would switch the check off without a word. */
export function checkTolerance(tolerance: number = DEFAULT_TOLERANCE): number {
  if (!Number.isFinite(tolerance) || tolerance < 0) {
    throw new TypeError(
      `tolerance: expected seconds, a finite number of at least 0, got ${String(tolerance)}. Leave it out for the 300 s of the specification.`,
    );
  }
  if (tolerance > MOST_SECONDS) {
    throw new TypeError(
      `tolerance: ${tolerance} looks like milliseconds. Give seconds: ${tolerance / 1000}. More than a day would switch the check off.`,
    );
  }
  return tolerance;
}
