const APART_MS = 60_000;

/** Whether two clocks differ so much that a page must say whose time it shows. @param ms The difference in milliseconds. */
export function areApart(ms: number): boolean {
  return Math.abs(ms) > APART_MS;
}
