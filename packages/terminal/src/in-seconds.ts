/** Formats milliseconds as seconds: `1.5 s`. */
export function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`;
}
