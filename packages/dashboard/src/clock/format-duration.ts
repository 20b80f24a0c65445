const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** A duration by its two largest units, such as `2 min 30 s`. Below a second: milliseconds. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const first = units.findIndex(([, size]) => ms >= size);
  let left = ms;
  const parts = units.slice(first, first + 2).map(([name, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return [count, name] as const;
  });
  return parts
    .filter(([count], index) => index === 0 || count > 0)
    .map(([count, name]) => `${count} ${name}`)
    .join(' ');
}
