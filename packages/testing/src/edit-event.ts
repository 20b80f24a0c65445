/** A JSON object. */
export type JsonObject = Record<string, unknown>;

/** One change to an event: a value to set at a path, or a path to remove. */
export type Edit =
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly value: unknown }
  | { readonly kind: 'unset'; readonly path: readonly string[] };

/** An edit does not fit its event. The message completes the name of what asked for it: `leads through "state", …`. */
export class EditError extends Error {
  override readonly name = 'EditError';
  readonly kind: Edit['kind'];

  constructor(kind: Edit['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Splits `data.metadata.orderId` at its dots; `\.` is a dot inside a key. `undefined` if a key is empty. */
export function parsePath(text: string): readonly string[] | undefined {
  const path = text.split(/(?<!\\)\./).map((key) => key.replaceAll('\\.', '.'));
  return path.includes('') ? undefined : path;
}

/**
 * Applies edits in their order to a copy. `set` creates missing objects along its path.
 *
 * @throws EditError when a path leads through a value that is not an object or list, or when the path to unset is missing.
 */
export function editEvent(event: Readonly<JsonObject>, edits: readonly Edit[]): JsonObject {
  const copy: JsonObject = structuredClone(event);
  for (const edit of edits) {
    const parent = walk(copy, edit);
    const key = edit.path.at(-1) ?? '';
    if (edit.kind === 'set') put(parent, key, edit.value, edit);
    else if (!Object.keys(parent).includes(key)) {
      throw new EditError('unset', `the event has no ${shown(edit)}.`);
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
      throw new EditError(
        edit.kind,
        `${shown(edit)} leads through "${key}", which ${child === undefined ? 'does not exist' : 'is not an object or list'}.`,
      );
    }
    parent = child;
  }
  return parent;
}

// Defines instead of assigning, so that `__proto__` is a key like any other.
function put(parent: object, key: string, value: unknown, edit: Edit): void {
  if (Array.isArray(parent) && (!/^(0|[1-9]\d*)$/.test(key) || Number(key) > parent.length)) {
    throw new EditError(
      'set',
      `${shown(edit)} leads into a list of ${parent.length}, where "${key}" is not a valid index.`,
    );
  }
  Object.defineProperty(parent, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

function shown(edit: Edit): string {
  return edit.path.join('.');
}
