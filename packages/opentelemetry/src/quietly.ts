/** Runs what only watches. What it throws (a span processor of the app's, say) must not reach a delivery: undefined. */
export function quietly<T>(watch: () => T): T | undefined {
  try {
    return watch();
  } catch {
    return undefined;
  }
}
