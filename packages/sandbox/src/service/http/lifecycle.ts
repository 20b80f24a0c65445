/** When an operation was deprecated, and when it will be gone. */
export interface Lifecycle {
  /** The first day of the deprecation, such as `2026-03-01`. */
  readonly deprecatedOn: string;
  /** The first day on which the operation may be gone: 12 months later, or more. */
  readonly sunsetOn: string;
}

/** @throws TypeError for a day that is none, or a sunset before callers had 12 months. */
export function checkLifecycle(id: string, { deprecatedOn, sunsetOn }: Lifecycle): void {
  const earliest = startOf(deprecatedOn);
  earliest.setUTCFullYear(earliest.getUTCFullYear() + 1);
  // A day that is none compares as false.
  if (startOf(sunsetOn) >= earliest) return;
  throw new TypeError(`${id}: sunsetOn must be a day at least 12 months after deprecatedOn.`);
}

/** The headers of every answer of an operation: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export function lifecycleHeaders(
  lifecycle: Lifecycle | undefined,
): Readonly<Record<string, string>> {
  if (!lifecycle) return {};
  return {
    deprecation: `@${startOf(lifecycle.deprecatedOn).getTime() / 1000}`,
    sunset: startOf(lifecycle.sunsetOn).toUTCString(),
  };
}

/** The lifecycle of an operation in the OpenAPI document. */
export function describeLifecycle(lifecycle: Lifecycle | undefined) {
  if (!lifecycle) return { 'x-lifecycle': { stage: 'active' } };
  return { deprecated: true, 'x-lifecycle': { stage: 'deprecated', ...lifecycle } };
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
