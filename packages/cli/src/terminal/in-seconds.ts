/** Milliseconds as seconds, for people. */
export function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`;
}
