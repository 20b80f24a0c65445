/** A decorated method. */
export interface DecoratedMethod {
  readonly type: string;
  readonly method: string | symbol;
}

type Registry = Map<object, DecoratedMethod[]>;

// By prototype, and not on the method: another decorator may replace the method by a function around it. Global, so that the ES
// module and the CommonJS copy of this package share it.
const KEY = Symbol.for('@screening-webhooks/nestjs/handlers');

const PROVIDED = Symbol.for('@screening-webhooks/nestjs/provided');

function registry(): Registry {
  const shared: object & { [KEY]?: Registry } = globalThis;
  shared[KEY] ??= new Map();
  return shared[KEY];
}

/** Adds a method of a class, by the prototype of the class. */
export function addHandler(prototype: object, decorated: DecoratedMethod): void {
  const methods = registry().get(prototype);
  if (methods) methods.push(decorated);
  else registry().set(prototype, [decorated]);
}

/** The event types that any class of this process has a decorated method for. */
export function decoratedTypes(): readonly string[] {
  return [...registry().values()].flat().map(({ type }) => type);
}

/** The decorated methods of a class and of the classes that it extends, each once. */
export function handlersOf(prototype: object): readonly DecoratedMethod[] {
  const found: DecoratedMethod[] = [];
  for (const one of chain(prototype)) {
    for (const decorated of registry().get(one) ?? []) {
      const isKnown = found.some(
        ({ type, method }) => type === decorated.type && method === decorated.method,
      );
      if (!isKnown) found.push(decorated);
    }
  }
  return found;
}

/** Remembers that an app of this process has provided these classes. */
export function markProvided(prototypes: Iterable<object>): void {
  for (const one of withBases(prototypes)) everProvided().add(one);
}

/**
 * The decorated prototypes that are in the chain of none of these. Hot reload and a reset of modules evaluate a file again, and its
 * old classes stay: one that an app has provided before, and a copy of a provided one, are left out.
 */
export function handlersOutside(prototypes: Iterable<object>): [object, DecoratedMethod[]][] {
  const provided = withBases(prototypes);
  const copies = new Set([...provided].map(describe));
  return [...registry()].filter(
    ([one]) => !provided.has(one) && !everProvided().has(one) && !copies.has(describe(one)),
  );
}

/** The name of a class with its decorated methods: equal for the copies of a class. */
function describe(prototype: object): string {
  const methods = registry().get(prototype) ?? [];
  const lines = methods.map(({ type, method }) => `${type} ${String(method)}`);
  return [prototype.constructor.name, ...lines.sort()].join('\n');
}

function everProvided(): WeakSet<object> {
  const shared: object & { [PROVIDED]?: WeakSet<object> } = globalThis;
  shared[PROVIDED] ??= new WeakSet();
  return shared[PROVIDED];
}

function withBases(prototypes: Iterable<object>): Set<object> {
  return new Set([...prototypes].flatMap((one) => [...chain(one)]));
}

function* chain(prototype: object): Generator<object> {
  for (
    let one: object | null = prototype;
    one !== null && one !== Object.prototype;
    one = Object.getPrototypeOf(one)
  ) {
    yield one;
  }
}
