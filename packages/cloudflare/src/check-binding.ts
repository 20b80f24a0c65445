const WHY_NOT_KV =
  'a KV namespace cannot hold claims: it is eventually consistent and has no compare-and-set, so that two deliveries of one event would both find it free, and both run its handler. Use durableObjectStore() or d1Store().';

/** The fix for an option that expects a `DedupeStore`. */
export const STORE_FIX = 'Give durableObjectStore(env.NAME) or d1Store(env.NAME), not the binding.';

/**
 * Checks that a binding has the methods of the kind that a parameter expects.
 *
 * @throws TypeError that names the parameter, the value and the fix.
 */
export function checkBinding(
  parameter: string,
  binding: unknown,
  expected: { readonly kind: string; readonly methods: readonly string[]; readonly config: string },
): void {
  if (expected.methods.every((name) => hasMethod(binding, name))) return;
  if (['get', 'put', 'getWithMetadata'].every((name) => hasMethod(binding, name))) {
    throw new TypeError(`${parameter}: ${WHY_NOT_KV}`);
  }
  const got = binding === null ? 'null' : typeof binding;
  throw new TypeError(
    `${parameter}: expected ${expected.kind}, got ${got}. Pass the binding itself (env.NAME, or c.env.NAME in Hono), and name it under ${expected.config} in wrangler.jsonc.`,
  );
}

function hasMethod(binding: unknown, name: string): boolean {
  if (typeof binding !== 'object' && typeof binding !== 'function') return false;
  return binding !== null && typeof Reflect.get(binding, name) === 'function';
}
