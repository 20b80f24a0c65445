const WHY_NOT_KV =
  'a KV namespace cannot hold claims: it is eventually consistent and has no compare-and-set, so that two deliveries of one event would both find it free, and both run its handler. Use durableObjectStore() or d1Store().';

/**
 * Refuses what is not the binding that is needed.
 *
 * @throws TypeError that names the parameter, what it got and the cure.
 */
export function checkBinding(
  parameter: string,
  binding: unknown,
  needed: { readonly kind: string; readonly methods: readonly string[]; readonly config: string },
): void {
  if (needed.methods.every((name) => hasMethod(binding, name))) return;
  if (['get', 'put', 'getWithMetadata'].every((name) => hasMethod(binding, name))) {
    throw new TypeError(`${parameter}: ${WHY_NOT_KV}`);
  }
  const got = binding === null ? 'null' : typeof binding;
  throw new TypeError(
    `${parameter}: expected ${needed.kind}, got ${got}. Pass the binding itself (env.NAME, or c.env.NAME in Hono), and name it under ${needed.config} in wrangler.jsonc.`,
  );
}

function hasMethod(binding: unknown, name: string): boolean {
  if (typeof binding !== 'object' && typeof binding !== 'function') return false;
  return binding !== null && typeof Reflect.get(binding, name) === 'function';
}
