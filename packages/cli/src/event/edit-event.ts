import { UsageError } from '@screening-webhooks/terminal';

/** A JSON object. */
export type JsonObject = Record<string, unknown>;

/** One change to an event: a value to set at a path, or a path to remove. */
export type Edit =
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly value: unknown }
  | { readonly kind: 'unset'; readonly path: readonly string[] };

/**
 * Parses `data.formData.licenseNumber=RN123`. The value is JSON when it parses as JSON, else a string; `\.` is a dot inside
 * a key.
 *
 * @throws UsageError for a malformed text.
 */
export function parseSet(text: string): Edit {
  const equals = text.indexOf('=');
  if (equals < 1) {
    throw new UsageError(
      `--set: "${text}" is not path=value; write it as data.formData.licenseNumber=RN123.`,
    );
  }
  const path = parsePath(text.slice(0, equals), '--set');
  return { kind: 'set', path, value: parseValue(text.slice(equals + 1)) };
}

/**
 * Parses `data.metadata.orderId`.
 *
 * @throws UsageError for a malformed path.
 */
export function parseUnset(text: string): Edit {
  return { kind: 'unset', path: parsePath(text, '--unset') };
}

/**
 * Applies edits in their order to a copy. `--set` creates missing objects along its path.
 *
 * @throws UsageError when a path leads through a value that is not an object or list, or when the path to unset is missing.
 */
export function editEvent(event: Readonly<JsonObject>, edits: readonly Edit[]): JsonObject {
  const copy: JsonObject = structuredClone(event);
  for (const edit of edits) {
    const parent = walk(copy, edit);
    const key = edit.path.at(-1) ?? '';
    if (edit.kind === 'set') put(parent, key, edit.value, edit);
    else if (!Object.keys(parent).includes(key)) {
      throw new UsageError(`--unset: the event has no ${shown(edit)}.`);
    } else if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else Reflect.deleteProperty(parent, key);
  }
  return copy;
}

function walk(root: JsonObject, edit: Edit): object {
  let parent: object = root;
  for (const key of edit.path.slice(0, -1)) {
    if (edit.kind === 'set' && !Object.hasOwn(parent, key)) put(parent, key, {}, edit);
    const child: unknown = Object.getOwnPropertyDescriptor(parent, key)?.value;
    if (typeof child !== 'object' || child === null) {
      throw new UsageError(
        `--${edit.kind}: ${shown(edit)} leads through "${key}", which ${child === undefined ? 'does not exist' : 'is not an object or list'}.`,
      );
    }
    parent = child;
  }
  return parent;
}

// Defines instead of assigning, so that `__proto__` is a key like any other.
function put(parent: object, key: string, value: unknown, edit: Edit): void {
  if (Array.isArray(parent) && (!/^(0|[1-9]\d*)$/.test(key) || Number(key) > parent.length)) {
    throw new UsageError(
      `--set: ${shown(edit)} leads into a list of ${parent.length}, where "${key}" is not a valid index.`,
    );
  }
  Object.defineProperty(parent, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

function parsePath(text: string, option: string): readonly string[] {
  const path = text.split(/(?<!\\)\./).map((key) => key.replaceAll('\\.', '.'));
  if (path.includes('')) {
    throw new UsageError(
      `${option}: "${text}" is not a valid path; separate keys with dots, such as data.state.`,
    );
  }
  return path;
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function shown(edit: Edit): string {
  return edit.path.join('.');
}
