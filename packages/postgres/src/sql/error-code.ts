/** The SQLSTATE of a driver's error, or its own code, such as `ECONNREFUSED`. Empty: it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const DEPTH = 8;

/** The error and its causes: query builders such as Drizzle wrap the error of the driver. */
export function withCauses(error: unknown): readonly Error[] {
  const found: Error[] = [];
  for (let each = error; each instanceof Error && found.length < DEPTH; each = each.cause) {
    found.push(each);
  }
  return found;
}
