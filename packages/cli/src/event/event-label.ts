import { parseObject } from '../json.js';

/** The parts of an event that may be printed and recorded: nothing of its `data`. */
export interface EventLabel {
  readonly id: string;
  readonly type: string;
}

/** Reads the id and type from a body without verifying it; undefined when it is not an event. */
export function eventLabel(body: Uint8Array): EventLabel | undefined {
  const { id, type } = parseObject(body) ?? {};
  return typeof id === 'string' && typeof type === 'string' ? { id, type } : undefined;
}
