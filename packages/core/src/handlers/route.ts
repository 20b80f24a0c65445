import { eventTypes } from '../events/event-types.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import type { HandlerContext } from './handlers.js';

/** A handler of a validated event. The type that it was written for no longer matters. */
export type AnyHandler = (event: EventEnvelope, context: HandlerContext) => unknown;

/** Finds the handler of an event type; undefined: the type is ignored. */
export type Route = (type: string) => AnyHandler | undefined;

/** @throws TypeError when there is no handler, when one is not a function, or when one is for a type that does not exist. */
export function routeTo(handlers: object | undefined): Route {
  const entries = Object.entries(handlers ?? {}).filter(([, handler]) => handler !== undefined);
  if (entries.length === 0) {
    throw new TypeError(
      "handlers: expected at least one. Give { 'document_verification.completed': async (event) => { … } }, or '*' for every type.",
    );
  }
  // A Map, so that the types `constructor` and `__proto__` do not find methods of Object.prototype.
  const byType = new Map<string, AnyHandler>();
  for (const [type, handler] of entries) {
    if (type !== '*' && !eventTypes.has(type)) {
      throw new TypeError(
        `handlers['${type}']: the service has no such event type. It has ${[...eventTypes.keys()].join(', ')}; handle others under '*'.`,
      );
    }
    if (!isHandler(handler)) {
      throw new TypeError(`handlers['${type}']: expected a function (event, context) => { … }.`);
    }
    byType.set(type, handler);
  }
  return (type) => byType.get(type) ?? byType.get('*');
}

function isHandler(value: unknown): value is AnyHandler {
  return typeof value === 'function';
}
