import { z } from 'zod';
import type { Fault } from './faults.js';

interface TooLarge {
  readonly path: readonly PropertyKey[];
  readonly fault: Fault<'too_big'>;
}

/** Finds lists and maps that have too many items. */
export type SizeCheck = (value: unknown) => readonly TooLarge[];

type Find = (value: unknown, path: readonly PropertyKey[]) => readonly TooLarge[];

const nothing: Find = () => [];

/**
 * Makes the check of all lists and maps of a schema, by their lengths alone. It runs before anything parses their items, because a
 * million wrong items take long to be refused one by one.
 *
 * @throws TypeError for a schema with a text, list or map that has no bound.
 */
export function sizeCheck(schema: z.core.$ZodType): SizeCheck {
  const find = createFinder(schema, []);
  return (value) => find(value, []);
}

function createFinder(schema: z.core.$ZodType, at: readonly string[]): Find {
  if (schema instanceof z.ZodObject) return fieldFinder(schema, at);
  if (schema instanceof z.ZodArray) return itemFinder(schema, at);
  if (schema instanceof z.ZodRecord) return entryFinder(schema, at);
  if (schema instanceof z.ZodUnion) return optionFinder(schema, at);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return createFinder(schema.def.innerType, at);
  }
  if (schema instanceof z.ZodPipe) {
    // A transformation has no schema: the other side parses the input.
    const { in: before, out } = schema.def;
    return createFinder(before instanceof z.ZodTransform ? out : before, at);
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) {
    if (!isBoundedText(schema)) throw unbounded('text', at, "text('name')");
    return nothing;
  }
  if (plain.some((type) => schema instanceof type)) return nothing;
  throw new TypeError(
    `${where(at)}: no bound is known for a schema of type ${schema._zod.def.type}.`,
  );
}

const plain = [
  z.ZodNumber,
  z.ZodBoolean,
  z.ZodEnum,
  z.ZodLiteral,
  z.ZodNull,
  // The bound of the body limits its bytes.
  z.ZodFile,
];

function fieldFinder({ shape }: z.ZodObject, at: readonly string[]): Find {
  const fields = Object.entries(shape).map(
    ([name, field]) => [name, createFinder(field, [...at, name])] as const,
  );
  const deep = fields.filter(([, find]) => find !== nothing);
  if (deep.length === 0) return nothing;
  return (value, path) =>
    isObject(value)
      ? deep.flatMap(([name, find]) =>
          Object.hasOwn(value, name) ? find(Reflect.get(value, name), [...path, name]) : [],
        )
      : [];
}

function itemFinder(schema: z.ZodArray, at: readonly string[]): Find {
  const most = mostItems(schema);
  if (most === undefined) throw unbounded('list', at, "list('items', item)");
  const find = createFinder(schema.element, [...at, '*']);
  return (value, path) => {
    if (!Array.isArray(value)) return [];
    if (value.length > most) return [{ path, fault: tooMany(most, 'items') }];
    return find === nothing
      ? []
      : value.flatMap((item: unknown, index) => find(item, [...path, index]));
  };
}

function entryFinder(schema: z.ZodRecord, at: readonly string[]): Find {
  const { maxProperties: most, ...bounds } = schema.meta() ?? {};
  if (typeof most !== 'number') throw unbounded('map', at, "map('keys', key, value)");
  createFinder(schema.keyType, [...at, 'key']);
  const anything = schema.valueType instanceof z.ZodUnknown;
  if (anything && !Object.keys(bounds).some((name) => name.startsWith('x-max-'))) {
    throw unbounded('map of anything', at, "jsonMap('keys', 'key', 'bytes')");
  }
  const find = anything ? nothing : createFinder(schema.valueType, [...at, '*']);
  return (value, path) => {
    if (!isObject(value)) return [];
    const entries = Object.entries(value);
    if (entries.length > most) return [{ path, fault: tooMany(most, 'keys') }];
    return find === nothing ? [] : entries.flatMap(([key, item]) => find(item, [...path, key]));
  };
}

/** A value is too large for a union if it is for one of its options: it is not known yet which one is meant. */
function optionFinder({ options }: z.ZodUnion, at: readonly string[]): Find {
  const finds = options
    .map((option) => createFinder(option, at))
    .filter((find) => find !== nothing);
  if (finds.length === 0) return nothing;
  return (value, path) =>
    finds.map((find) => find(value, path)).find(({ length }) => length > 0) ?? [];
}

const tooMany = (most: number, unit: 'items' | 'keys'): TooLarge['fault'] => ({
  code: 'too_big',
  facts: { most, unit },
});

function isBoundedText(schema: z.ZodString | z.ZodStringFormat): boolean {
  if (schema.maxLength !== null) return true;
  const own = schema instanceof z.ZodStringFormat ? [schema.def.pattern] : [];
  const checked = listChecks(schema)
    .filter((check) => check instanceof z.core.$ZodCheckRegex)
    .map((check) => check._zod.def.pattern);
  return [...own, ...checked].some((pattern) => pattern !== undefined && !repeats(pattern));
}

/** Checks whether a pattern takes texts of any length. */
function repeats({ source }: RegExp): boolean {
  const repeated = source.replaceAll(/\\./g, '').replaceAll(/\[[^\]]*\]/g, '');
  return !/^\^.*\$$/.test(repeated) || /[*+]|,\}/.test(repeated);
}

function mostItems(schema: z.ZodArray): number | undefined {
  const bound = listChecks(schema).find((check) => check instanceof z.core.$ZodCheckMaxLength);
  return bound?._zod.def.maximum;
}

function listChecks({ _zod: { def } }: z.core.$ZodType): readonly z.core.$ZodCheck<never>[] {
  return def.checks ?? [];
}

function unbounded(what: string, at: readonly string[], instead: string): TypeError {
  return new TypeError(
    `${where(at)}: a ${what} without a bound. Use ${instead} of limits/bounded.`,
  );
}

function where(at: readonly string[]): string {
  return at.join('.') || 'The schema';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
