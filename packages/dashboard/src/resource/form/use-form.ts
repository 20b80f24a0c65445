import { createContext, useContext, useState } from 'react';
import { changeWith, type LooseInput } from '../../api/call.js';
import { requestBodies } from '../../api/generated/bodies.js';
import type { JsonSchema } from '../../api/json-schema.js';
import type { ChangeId, Input } from '../../api/operations.js';
import type { ChangeKey } from '../../api/presses.js';
import type { FieldProblem } from '../../api/problem-error.js';
import { useChange } from '../../api/use-change.js';
import { hintOf, labelOf, noneOf } from '../../words/fields.js';
import { useDefaultIntegration } from '../default-integration.js';
import { type Body, bodyOf, known, schemaAt, valueAt, withValueAt } from './body.js';

/** What the fields of a form share. */
export interface FormShared {
  /** By which their words are found: the operation, or what a control of the sandbox does. */
  readonly name: string;
  readonly schema: JsonSchema;
  readonly body: Body;
  readonly problems: readonly FieldProblem[];
  readonly set: (path: string, value: unknown) => void;
}

/** A form: what it holds, what was wrong with it, and its request. */
export function useForm<Result>({
  name,
  schema = {},
  initial,
  send,
}: {
  name: string;
  /** Of the body. Undefined: the request has none. */
  schema?: JsonSchema | undefined;
  /** What it holds until something is entered. */
  initial: Body;
  send: (key: ChangeKey, body: Body) => Promise<Result>;
}) {
  // Undefined: nothing was entered, so what becomes of the object meanwhile is shown.
  const [entered, setEntered] = useState<Body>();
  const body = entered ?? initial;
  const change = useChange((key) => send(key, body));
  return {
    name,
    schema,
    body,
    change,
    problems: change.problems,
    isEntered: entered !== undefined,
    set(path: string, value: unknown) {
      change.touch();
      setEntered((before) => withValueAt(before ?? initial, path, value));
    },
    /** Forgets what was entered. */
    clear() {
      setEntered(undefined);
      change.reset();
    },
  };
}

/** The form of an operation, whose schema the API publishes. */
export function useOperationForm<Id extends ChangeId>(
  operation: Id,
  {
    initial = {},
    sent = (body) => body,
    ...input
  }: Pick<LooseInput, 'path' | 'query'> & {
    /** An object that has the values at the start. What the body does not know of it is left out. */
    initial?: object | undefined;
    /** The body of the request, where what is entered differs from it. */
    sent?: ((body: Body) => object | Promise<object>) | undefined;
  },
) {
  const { schema, defaults } = useOwned(operation);
  return useForm({
    name: operation,
    schema,
    initial: schema ? bodyOf(known(schema, initial)) : {},
    send: async (key, entered) => {
      const body = schema && { body: await sent({ ...defaults, ...entered }) };
      return changeWith(key, operation, { ...input, ...body });
    },
  });
}

/** The operations whose object may belong to an integration. */
type OwnedId = {
  [Id in ChangeId]: 'integrationId' extends keyof Required<Input<Id>>['body'] ? Id : never;
}[ChangeId];

/** Whether the field of each holds the default integration where none is chosen. */
const holdsDefault: Readonly<Record<OwnedId, boolean>> = {
  createDocumentVerification: true,
  createVerificationSession: true,
  createInvitation: true,
  // The account may own an endpoint too, so its form has another field.
  createWebhookEndpoint: false,
  // A key without an integration sees all of them.
  createApiKey: false,
};

const schemas: Readonly<Partial<Record<string, JsonSchema>>> = requestBodies;

/** The schema of a body, and what it holds where nothing is entered: the default integration, where its object takes it. */
function useOwned(id: ChangeId): {
  readonly schema: JsonSchema | undefined;
  readonly defaults: Body;
} {
  const schema = schemas[id];
  const isHeld = isOwned(id) && holdsDefault[id];
  const { id: integrationId, hint } = useDefaultIntegration(isHeld);
  if (!schema || !isHeld || !integrationId) return { schema, defaults: {} };
  const property = schema.properties?.['integrationId'];
  const preset = { ...property, default: integrationId, ...(hint ? { hint } : {}) };
  return {
    schema: { ...schema, properties: { ...schema.properties, integrationId: preset } },
    defaults: { integrationId },
  };
}

function isOwned(id: ChangeId): id is OwnedId {
  return id in holdsDefault;
}

/** The form that a field is part of. */
export const FormAround = createContext<FormShared | undefined>(undefined);

export function useFormAround() {
  const form = useContext(FormAround);
  if (!form) throw new Error('A field is part of a form.');
  return form;
}

/** What the field of a property is given: its words, and its value. */
export function useField(path: string) {
  const { name, schema: whole, body, set, problems } = useFormAround();
  const { schema, required } = schemaAt(whole, path);
  const hint: string | undefined = schema.hint ?? hintOf(path, name);
  return {
    /** In the body, as problem documents write it, such as `fields.0.key`. */
    path,
    schema,
    required,
    label: labelOf(path, name),
    hint,
    /** What no value is called, among those to choose from. */
    none: noneOf(path, name),
    value: valueAt(body, path),
    onChange: (value: unknown) => set(path, value),
    /** What is wrong with it, or with one of its parts. */
    error: problems.find(({ param }) => `${param}.`.startsWith(`${path}.`))?.message,
    /** What is wrong with it as a whole. */
    ownError: problems.find(({ param }) => param === path)?.message,
  };
}

export type FieldProps = ReturnType<typeof useField>;

/** What stands around a field of its own. */
export function labelledBy({ label, hint, error, required }: FieldProps) {
  return { label, hint, error, required };
}
