// The assertions of the cases: some runtimes have no node:assert.

/** Throws unless `actual` has every entry of `expected`, compared by value. Values that are not objects must be equal. */
export function mustMatch(what, actual, expected) {
  if (!matches(actual, expected)) {
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  }
}

/** Throws unless `call` rejects, or throws, with a matching message. */
export async function mustThrow(call, message) {
  let thrown;
  try {
    await call();
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof Error) || !message.test(thrown.message)) {
    throw new Error(`expected an error like ${message}, got ${String(thrown)}`);
  }
}

function matches(actual, expected) {
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(expected) && expected.length !== actual.length) return false;
  return Object.entries(expected).every(([key, value]) => matches(actual[key], value));
}
