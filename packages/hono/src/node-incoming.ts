/** The parts of Node's request that are used here. */
export interface NodeIncoming {
  readonly readableDidRead: boolean;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Node's own request, which @hono/node-server puts among the bindings; undefined on every other runtime. */
export function nodeIncoming(env: unknown): NodeIncoming | undefined {
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return undefined;
  const { incoming } = env;
  return isNodeIncoming(incoming) ? incoming : undefined;
}

/**
 * Whether `request` still is what @hono/node-server made of `incoming`: it keeps Node's request under a symbol, and the
 * Headers under another once something asked for them. A request that middleware has replaced or whose headers it may
 * have changed must be read itself.
 */
export function isUntouched(request: Request, incoming: NodeIncoming): boolean {
  let isOriginal = false;
  for (const symbol of Object.getOwnPropertySymbols(request)) {
    if (symbol.description === 'headersKey') return false;
    if (Reflect.get(request, symbol) === incoming) isOriginal = true;
  }
  return isOriginal;
}

/** A header of Node's request by its lower-case name. */
export function headerOf({ headers }: NodeIncoming, name: string): string | null {
  const value = headers[name];
  return (typeof value === 'object' ? value.join(', ') : value) ?? null;
}

function isNodeIncoming(value: unknown): value is NodeIncoming {
  return (
    typeof value === 'object' && value !== null && 'readableDidRead' in value && 'headers' in value
  );
}
