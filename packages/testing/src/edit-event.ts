import { nearest } from './nearest.js';

/** A JSON object. */
export type JsonObject = Record<string, unknown>;

/** One change to an event. */
export type Edit =
  /** Sets a path to a value of JSON. */
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly value: unknown }
  /** Sets a path to a text, which takes the type of the field. */
  | { readonly kind: 'setText'; readonly path: readonly string[]; readonly text: string }
  /** Removes a path. */
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

/** An edit that was made and may be a mistake. The message is like that of an {@link EditError}. */
export interface EditWarning {
  readonly kind: Edit['kind'];
  readonly message: string;
}

/** A copy of an event with the edits. */
export interface EditedEvent {
  readonly event: JsonObject;
  readonly warnings: readonly EditWarning[];
}

/** Splits `data.metadata.orderId` at its dots; `\.` is a dot inside a key. `undefined` if a key is empty. */
export function parsePath(text: string): readonly string[] | undefined {
  const path = text.split(/(?<!\\)\./).map((key) => key.replaceAll('\\.', '.'));
  return path.includes('') ? undefined : path;
}

/**
 * Applies edits in their order to a copy. An edit that sets creates missing objects along its path, and warns when the event had no
 * such field.
 *
 * @throws EditError when a path leads through a value that is not an object or list, when the path to unset is missing, and when a
 * text does not have the type of its field.
 */
export function editEvent(event: Readonly<JsonObject>, edits: readonly Edit[]): EditedEvent {
  const copy: JsonObject = structuredClone(event);
  const warnings: EditWarning[] = [];
  for (const edit of edits) {
    if (edit.kind === 'unset') {
      unset(copy, edit, event);
      continue;
    }
    const isNew = [copy, event].every((each) => valueAt(each, edit.path) === undefined);
    const value = edit.kind === 'set' ? edit.value : typedValue(edit, [event, copy]);
    const parent = walk(copy, edit);
    put(parent, edit.path.at(-1) ?? '', value, edit);
    if (!isNew || Array.isArray(parent) || isInFreeMap(edit.path)) continue;
    const message = `the event had no ${shown(edit)}, so it was added${didYouMean(edit, event)}`;
    warnings.push({ kind: edit.kind, message });
  }
  return { event: copy, warnings };
}

function unset(copy: JsonObject, edit: Edit, event: Readonly<JsonObject>): void {
  const parent = walk(copy, edit);
  const key = edit.path.at(-1) ?? '';
  if (!Object.keys(parent).includes(key)) {
    throw new EditError('unset', `the event has no ${shown(edit)}${didYouMean(edit, event)}`);
  }
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
}

function walk(root: JsonObject, edit: Edit): object {
  let parent: object = root;
  for (const key of edit.path.slice(0, -1)) {
    if (edit.kind !== 'unset' && !Object.hasOwn(parent, key)) put(parent, key, {}, edit);
    const child = valueAt(parent, [key]);
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
      edit.kind,
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

/** The value at a path. `undefined` if the path leads nowhere. */
function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? Object.getOwnPropertyDescriptor(value, key)?.value
        : undefined,
    root,
  );
}

/**
 * A text as a value of the type that its field has. The field is text where nothing tells its type: each field of the record that can
 * be null is text otherwise.
 *
 * @param events In which its type is looked up, one after the other.
 * @throws EditError when the text has another type.
 */
function typedValue(
  edit: Edit & { readonly kind: 'setText' },
  events: readonly Readonly<JsonObject>[],
): unknown {
  const { path, text } = edit;
  const at = shown(edit);
  // A new item of a list is like its first one.
  const places = [path, ...(isIndex(path.at(-1)) ? [[...path.slice(0, -1), '0']] : [])];
  const like = places
    .flatMap((place) => events.map((event) => valueAt(event, place)))
    .find((value) => value !== undefined && value !== null);
  const refuse = (message: string): EditError => new EditError('setText', message);
  const otherwise = `for another type, write ${at}:=${JSON.stringify(text)}.`;
  switch (typeof like) {
    case 'number':
      if (NUMBER.test(text) && Number.isFinite(Number(text))) return Number(text);
      throw refuse(`${at} is a number, and ${JSON.stringify(text)} is not; ${otherwise}`);
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true';
      throw refuse(`${at} is true or false, and not ${JSON.stringify(text)}; ${otherwise}`);
    case 'object':
      throw refuse(
        Array.isArray(like)
          ? `${at} is a list; write it as JSON, ${at}:=["..."], or one item of it, ${at}.0=...`
          : `${at} is an object; write it as JSON, ${at}:={"key":"..."}, or one field of it, ${at}.key=...`,
      );
    default:
      return text;
  }
}

// As JSON has it.
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function isIndex(key: string | undefined): boolean {
  return key !== undefined && /^\d+$/.test(key);
}

/** Whether a path is in one of the maps of a record whose keys are free. */
function isInFreeMap([envelope, field = '', ...keys]: readonly string[]): boolean {
  return envelope === 'data' && ['formData', 'metadata'].includes(field) && keys.length > 0;
}

/** The end of a sentence about a path that an event does not have: the nearest that it has. */
function didYouMean({ path }: Edit, event: Readonly<JsonObject>): string {
  const meant = nearest(writePath(path), pathsOf(event, []).slice(0, MOST_PATHS));
  return meant === undefined ? '.' : `; did you mean ${meant}?`;
}

// A file can have any number of them, and each is compared.
const MOST_PATHS = 1000;

function pathsOf(value: unknown, path: readonly string[]): readonly string[] {
  const own = path.length === 0 ? [] : [writePath(path)];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return own;
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key])),
  ];
}

/** Writes a path as {@link parsePath} reads it. */
export function writePath(path: readonly string[]): string {
  return path.map((key) => key.replaceAll('.', '\\.')).join('.');
}

function shown(edit: Edit): string {
  return edit.path.join('.');
}
