import { ContextIdFactory, type DiscoveryService, ModuleRef } from '@nestjs/core';
import type { Handlers } from '@screening-webhooks/core';
import { handlersOf, handlersOutside, markProvided } from './handler-registry.js';
import { type NestFramework, requestOf } from './nest-framework.js';

type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** A decorated method of a provider, with its name in messages: `Licenses.onCompleted`. */
interface Found {
  readonly type: string;
  readonly name: string;
  readonly prototype: object;
  readonly handler: AnyHandler;
}

type AnyHandler = (
  event: unknown,
  context: { readonly framework: NestFramework | undefined },
) => unknown;

/**
 * The decorated methods of all providers of the app, by event type. They run on the provider, which is made anew for each
 * event where it or what it depends on is request-scoped.
 *
 * @throws TypeError for two handlers of a type, for none at all, and, unless it is to be ignored, for a decorated class
 *   that no module provides.
 */
export function findHandlers(
  discovery: DiscoveryService,
  ignoresUnprovided: boolean,
): Handlers<NestFramework> {
  const methods = decoratedMethods(discovery);
  const found = new Map<string, Found>();
  for (const one of methods) addTo(found, one);
  const prototypes = new Set(methods.map(({ prototype }) => prototype));
  if (!ignoresUnprovided) refuseUnprovided(discovery, prototypes);
  if (found.size === 0) {
    throw new TypeError(
      "ScreeningWebhooksModule: no provider has a handler. Put @OnScreeningEvent('document_verification.completed') on a method of a provider.",
    );
  }
  markProvided(prototypes);
  return Object.fromEntries([...found].map(([type, { handler }]) => [type, handler]));
}

/** The decorated methods of all providers that the app has now. */
export function decoratedMethods(discovery: DiscoveryService): readonly Found[] {
  // An alias has the instance of another provider.
  const wrappers = discovery.getProviders().filter(({ isAlias }) => !isAlias);
  return wrappers.flatMap((wrapper) =>
    [...prototypesOf(wrapper)].flatMap((prototype) =>
      handlersOf(prototype).map(({ type, method }) => ({
        type,
        name: nameOf(prototype, method),
        prototype,
        handler: onProvider(wrapper, method),
      })),
    ),
  );
}

function addTo(found: Map<string, Found>, one: Found): void {
  const { type, name } = one;
  const other = found.get(type);
  if (other) {
    throw new TypeError(
      `@OnScreeningEvent('${type}'): two handlers, ${other.name} and ${name}. An event has one handler: remove one, or call it from the other. A class that two modules provide has two instances: provide it in one, and export it.`,
    );
  }
  found.set(type, one);
}

function refuseUnprovided(discovery: DiscoveryService, prototypes: Iterable<object>): void {
  const unprovided = handlersOutside(prototypes);
  if (unprovided.length === 0) return;
  const controllers = discovery.getControllers().map(({ metatype }) => metatype);
  const sentences = unprovided.flatMap(([prototype, methods]) => {
    const isController = controllers.some((one) => one === prototype.constructor);
    const is = isController
      ? 'is on a controller, and not on a provider. Move it to a provider.'
      : "is on a class that no module of this app provides, so its events would be ignored. Add the class to the providers of a module. If it belongs to another app in this process, set unprovidedHandlers: 'ignore'.";
    return methods.map(
      ({ type, method }) => `@OnScreeningEvent('${type}'): ${nameOf(prototype, method)} ${is}`,
    );
  });
  throw new TypeError(sentences.join('\n'));
}

/** The prototype of a class, or of the instance if the provider is a value or a factory. A replaced class counts as well. */
function prototypesOf({ isNotMetatype, instance, metatype, token }: Wrapper): Set<object> {
  const ownPrototype: unknown = isNotMetatype
    ? Object.getPrototypeOf(Object(instance))
    : metatype?.prototype;
  const candidates = [typeof token === 'function' ? token.prototype : undefined, ownPrototype];
  const prototypes = new Set(candidates.filter(isObject));
  // A subclass has the methods of its class.
  for (const one of prototypes) {
    for (const other of prototypes) {
      if (one !== other && Object.prototype.isPrototypeOf.call(one, other)) prototypes.delete(one);
    }
  }
  return prototypes;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function nameOf(prototype: object, method: string | symbol): string {
  return `${prototype.constructor.name}.${String(method)}`;
}

function onProvider(wrapper: Wrapper, method: string | symbol): AnyHandler {
  const isShared = wrapper.isDependencyTreeStatic() && !wrapper.isTransient;
  const call = (provider: object, args: Parameters<AnyHandler>) => {
    const run: unknown = Reflect.get(provider, method);
    if (typeof run !== 'function') {
      throw new TypeError(`${String(method)}: what replaces ${wrapper.name} has no such method.`);
    }
    return Reflect.apply(run, provider, args);
  };
  return isShared
    ? (...args) => call(wrapper.instance, args)
    : async (...args) => call(await resolve(wrapper, args[1].framework), args);
}

/** A provider for one event. As in a controller, `REQUEST` is the request; without a request it is undefined. */
async function resolve(wrapper: Wrapper, framework: NestFramework | undefined): Promise<object> {
  const moduleRef: unknown = wrapper.host?.providers.get(ModuleRef)?.instance;
  if (!(moduleRef instanceof ModuleRef)) {
    throw new TypeError(`${wrapper.name}: Nest has no ModuleRef for its module.`);
  }
  const request = framework && requestOf(framework);
  const contextId = request ? ContextIdFactory.getByRequest(request) : ContextIdFactory.create();
  moduleRef.registerRequestByContextId(
    wrapper.isDependencyTreeDurable() ? contextId.payload : request,
    contextId,
  );
  return moduleRef.resolve(wrapper.token, contextId);
}
