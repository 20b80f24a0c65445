import type {
  EventOf,
  EventType,
  EventWithSource,
  Handler,
  NoSchemas,
  Schemas,
  WebhookEvent,
} from '@screening-webhooks/core';
import { addHandler } from './handler-registry.js';
import type { NestFramework } from './nest-framework.js';

/** A method that fits `@OnScreeningEvent(type)`: it takes an event of the type, and a context. */
export type ScreeningEventHandler<
  Type extends EventType | '*',
  Given extends Schemas = NoSchemas,
> = Handler<
  EventWithSource<Type extends EventType ? EventOf<Type, Given> : WebhookEvent<Given>>,
  NestFramework
>;

/**
 * Makes a method of a provider the handler of an event type; `'*'` takes every type without a handler of its own. The
 * method succeeds and fails as a handler of the core does. A method may have the decorator for several types. With schemas
 * in the options of the module, their type is the second argument: `@OnScreeningEvent<'…', typeof schemas>('…')`.
 *
 * @param type `report.completed` and `candidate.completed` are not emitted yet.
 * @throws TypeError on a static method, and without the option `experimentalDecorators` of TypeScript.
 * @example
 * class Licenses {
 *   @OnScreeningEvent('document_verification.completed')
 *   async onCompleted({ data }: EventOf<'document_verification.completed'>) { … }
 * }
 */
export function OnScreeningEvent<
  const Type extends EventType | '*',
  Given extends Schemas = NoSchemas,
>(
  type: Type,
): <Method extends ScreeningEventHandler<Type, Given>>(
  prototype: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void {
  return (prototype, method) => {
    const decorator = `@OnScreeningEvent('${type}')`;
    // Without the option, the first argument is the method, and the second an object.
    if (typeof method === 'object') {
      throw new TypeError(
        `${decorator}: Nest needs the decorators of TypeScript. Set "experimentalDecorators": true in tsconfig.json.`,
      );
    }
    if (typeof prototype === 'function') {
      throw new TypeError(
        `${decorator}: ${prototype.name}.${String(method)} is static. Put it on a method of a provider.`,
      );
    }
    addHandler(prototype, { type, method });
  };
}
