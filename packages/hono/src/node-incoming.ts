/** The part of Node's request that is used here. */
interface NodeIncoming {
  readonly readableDidRead: boolean;
}

/** Node's own request, which @hono/node-server puts among the bindings; undefined on every other runtime. */
export function nodeIncoming(env: unknown): NodeIncoming | undefined {
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return undefined;
  const { incoming } = env;
  return isNodeIncoming(incoming) ? incoming : undefined;
}

function isNodeIncoming(value: unknown): value is NodeIncoming {
  return typeof value === 'object' && value !== null && 'readableDidRead' in value;
}
