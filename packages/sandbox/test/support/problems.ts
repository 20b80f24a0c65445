/** The expected parts of the answer to a refused request. */
interface Refusal {
  readonly status: number;
  readonly body: object;
}

export function problem(status: number, code: string, more: object = {}): Refusal {
  return { status, body: { code, ...more } };
}

/** The refusal of a request that the state of an object does not allow. */
export function conflict(currentStatus: string): Refusal {
  return problem(409, 'state_conflict', { currentStatus });
}

/** The refusal of invalid fields. */
export function invalid(
  ...errors: readonly { readonly param: string; readonly code?: string }[]
): Refusal {
  return { status: 422, body: { errors } };
}
