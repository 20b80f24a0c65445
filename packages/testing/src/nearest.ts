/** The known name closest to a mistyped one; undefined when none is similar. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const part = known.find((name) => typed.length > 3 && name.includes(typed.toLowerCase()));
  if (part !== undefined) return part;
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of known) {
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase());
    if (best === undefined || distance < best.distance) best = { name, distance };
  }
  if (best === undefined || best.distance > Math.max(2, best.name.length / 3)) return undefined;
  return best.name;
}

// The Levenshtein distance, computed row by row.
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
