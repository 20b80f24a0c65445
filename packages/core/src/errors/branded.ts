/**
 * `instanceof` by brand instead of by prototype, so that it works across the ES module and the CommonJS copy of this
 * package. Subclasses written by users keep the ordinary meaning.
 *
 * @param asked The class at the right of `instanceof`. The branded class has a `Symbol.hasInstance` of its own, a subclass
 *   inherits it. It is not compared by name: a class that names itself inside is renamed by bundlers, and so are its errors.
 */
export function isBranded(asked: object, name: string, value: unknown): boolean {
  if (!Object.hasOwn(asked, Symbol.hasInstance)) {
    return Function.prototype[Symbol.hasInstance].call(asked, value);
  }
  try {
    return (
      typeof value === 'object' && value !== null && Reflect.get(value, brandOf(name)) === true
    );
  } catch {
    // A proxy, maybe a revoked one: anything can be thrown.
    return false;
  }
}

/** Gives an error the name of its class, and marks it as an instance of that class. */
export function setBrand(error: Error, name: string): void {
  error.name = name;
  Object.defineProperty(error, brandOf(name), { value: true });
}

function brandOf(name: string): symbol {
  return Symbol.for(`@screening-webhooks/${name}`);
}
