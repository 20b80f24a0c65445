/** Whether a value is an object, whose properties are not known. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether an object has a method of this name, its own or an inherited one. */
export function hasFunction(value: object, name: string): boolean {
  return name in value && typeof Reflect.get(value, name) === 'function';
}

/** Calls a method that the types do not know. */
export function callMethod(target: object, name: string, args: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(target, name);
  if (typeof method !== 'function') throw new TypeError(`${name} is not a function.`);
  return Reflect.apply(method, target, args);
}

/** The kind of a value that was given for a client, as errors name it: `undefined`, `a string`, `a Map`. */
export function describeType(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  const name: unknown = typeof value === 'object' ? value.constructor?.name : undefined;
  return typeof name === 'string' && name !== '' && name !== 'Object'
    ? `a ${name}`
    : `a ${typeof value}`;
}

const DEPTH = 8;

/** The error and its causes: query builders such as Drizzle wrap the error of the driver. */
export function withCauses(error: unknown): readonly Error[] {
  const found: Error[] = [];
  for (let each = error; each instanceof Error && found.length < DEPTH; each = each.cause) {
    found.push(each);
  }
  return found;
}
