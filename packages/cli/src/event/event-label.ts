/** What of an event may be shown and searched for: nothing of its `data`. */
export interface EventLabel {
  readonly id: string;
  readonly type: string;
}

/** The id and type that a body states, whether or not it is genuine; undefined when it is no event. */
export function eventLabel(body: Uint8Array): EventLabel | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('id' in value && 'type' in value)) {
    return undefined;
  }
  const { id, type } = value;
  return typeof id === 'string' && typeof type === 'string' ? { id, type } : undefined;
}
