import { typeNames } from '../events/event-types.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import { findNearName } from '../options/check-options.js';
import type { HandlerContext } from './handlers.js';

/** A handler of a validated event. The type that it was written for no longer matters. */
export type AnyHandler = (event: EventEnvelope, context: HandlerContext) => unknown;

/** Finds the handler of an event type; undefined: the type is ignored. */
export type Route = (type: string) => AnyHandler | undefined;

/**
 * @param unknownTypes Handlers of types that this version does not know.
 * @throws TypeError when there is no handler, when one is not a function, or when its type is probably misspelt.
 */
export function routeTo(handlers: object | undefined, unknownTypes: object | undefined): Route {
  // A Map, so that the types `constructor` and `__proto__` do not find methods of Object.prototype.
  const byType = new Map<string, AnyHandler>();

  const add = (option: string, type: string, handler: unknown): void => {
    if (!isHandler(handler)) {
      throw new TypeError(`${option}['${type}']: expected a function (event, context) => { … }.`);
    }
    byType.set(type, handler);
  };

  for (const [type, handler] of given(handlers)) {
    if (type !== '*' && !typeNames.includes(type)) {
      const meant = findNearName(type, typeNames);
      const hint = meant
        ? `Did you mean '${meant}'?`
        : `It knows ${typeNames.join(', ')}. If the service sends it, move the handler to unknownTypes; '*' handles every other type.`;
      throw new TypeError(`handlers['${type}']: this version has no such event type. ${hint}`);
    }
    add('handlers', type, handler);
  }
  for (const [type, handler] of given(unknownTypes)) {
    // A known type is accepted: an update of this package must not end an app that started before.
    const meant = typeNames.includes(type) ? undefined : findNearName(type, typeNames);
    if (meant) throw new TypeError(`unknownTypes['${type}']: did you mean handlers['${meant}']?`);
    if (type === '*' || byType.has(type)) {
      throw new TypeError(`unknownTypes['${type}']: give it in handlers, and only there.`);
    }
    add('unknownTypes', type, handler);
  }

  if (byType.size === 0) {
    throw new TypeError(
      "handlers: expected at least one. Give { 'document_verification.completed': async (event) => { … } }, or '*' for every type.",
    );
  }
  return (type) => byType.get(type) ?? byType.get('*');
}

function given(handlers: object | undefined): [type: string, handler: unknown][] {
  return Object.entries(handlers ?? {}).filter(([, handler]) => handler !== undefined);
}

function isHandler(value: unknown): value is AnyHandler {
  return typeof value === 'function';
}
