/** What a request that is refused is answered with, as far as a test tells. */
interface Refusal {
  readonly status: number;
  readonly body: object;
}

export function problem(status: number, code: string, more: object = {}): Refusal {
  return { status, body: { code, ...more } };
}

/** The state of an object does not allow it. */
export function conflict(currentStatus: string): Refusal {
  return problem(409, 'state_conflict', { currentStatus });
}

/** Fields are wrong, and these are named. */
export function invalid(
  ...errors: readonly { readonly param: string; readonly code?: string }[]
): Refusal {
  return { status: 422, body: { errors } };
}
