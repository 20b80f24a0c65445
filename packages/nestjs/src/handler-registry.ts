/** A decorated method. */
export interface DecoratedMethod {
  readonly type: string;
  readonly method: string | symbol;
}

type Registry = Map<object, DecoratedMethod[]>;

// By prototype, and not on the method: another decorator may replace the method by a function around it. Global, so that the ES
// module and the CommonJS copy of this package share it.
const KEY = Symbol.for('@screening-webhooks/nestjs/handlers');

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

/** The decorated prototypes that are in the chain of none of these. */
export function handlersOutside(prototypes: Iterable<object>): [object, DecoratedMethod[]][] {
  const provided = new Set([...prototypes].flatMap((one) => [...chain(one)]));
  return [...registry()].filter(([prototype]) => !provided.has(prototype));
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
