/** The parts of an event that may be printed and recorded: nothing of its `data`. */
export interface EventLabel {
  readonly id: string;
  readonly type: string;
}

/** Reads the id and type from a body without verifying it; undefined when it is not an event. */
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
