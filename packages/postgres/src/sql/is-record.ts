export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function hasFunction(value: object, name: string): boolean {
  return name in value && typeof Reflect.get(value, name) === 'function';
}
