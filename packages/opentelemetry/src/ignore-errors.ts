/** Calls `action`, and returns undefined if it throws: telemetry must not affect a delivery. */
export function ignoreErrors<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
