const APART_MS = 60_000;

/** Whether two clocks differ so much that a page says whose time it shows. @param ms How far they differ, in milliseconds. */
export function areApart(ms: number): boolean {
  return Math.abs(ms) > APART_MS;
}
