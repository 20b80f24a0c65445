import { type ReactNode, useState } from 'react';
import { changeWith } from '../api/call.js';
import { requestBodies } from '../api/generated/bodies.js';
import type { JsonSchema } from '../api/json-schema.js';
import type { Answer, ChangeId, Input } from '../api/operations.js';
import { useChange } from '../api/use-change.js';
import type { Look } from '../ui/button.js';
import { Form } from '../ui/form.js';
import { useDefaultIntegration } from './default-integration.js';
import { Properties } from './form/properties.js';

interface OperationFormProps<Id extends ChangeId> {
  readonly operation: Id;
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  /** The values at the start. Those of hidden fields are sent as they are. */
  readonly initial?: object | undefined;
  /** Properties of the body without a field. */
  readonly hidden?: readonly string[] | undefined;
  /** Properties of the body that other fields have set, such as those in `children`. */
  readonly also?: object | undefined;
  readonly submit: string;
  readonly look?: Look | undefined;
  /** Fields besides those of the body, such as a typed confirmation. */
  readonly children?: ReactNode;
  /** Why it cannot be sent yet. */
  readonly refusal?: string | undefined;
  readonly onDone: (answer: Answer<Id>) => void;
  readonly onCancel?: (() => void) | undefined;
}

/** The form of an operation: a field for each property of its request body. The API checks it. */
export function OperationForm<Id extends ChangeId>({
  operation,
  path,
  query,
  initial = {},
  hidden,
  also = {},
  submit,
  look,
  children,
  refusal,
  onDone,
  onCancel,
}: OperationFormProps<Id>) {
  const [body, setBody] = useState<object>(initial);
  const { schema, defaults } = useFormBody(operation);
  const change = useChange((key) => {
    const whole = { ...defaults, ...body, ...also };
    const input = { path, query, ...(schema ? { body: whole } : {}) };
    return changeWith(key, operation, input);
  });
  return (
    <Form
      submit={submit}
      look={look}
      change={change}
      refusal={refusal}
      onSubmit={() => change.mutate(undefined, { onSuccess: onDone })}
      onCancel={onCancel}
    >
      {schema && (
        <Properties
          operation={operation}
          schema={schema}
          path=""
          value={body}
          onChange={setBody}
          problems={change.problems}
          hidden={hidden ?? []}
        />
      )}
      {children}
    </Form>
  );
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

/** The body of a request as a form needs it: its schema, and what it holds where nothing is entered. */
interface FormBody {
  /** Undefined: the operation takes no JSON. */
  readonly schema: JsonSchema | undefined;
  readonly defaults: object;
}

const schemas: Readonly<Partial<Record<string, JsonSchema>>> = requestBodies;

/** The body of a request, with the default integration where the form of the operation takes it. */
export function useFormBody(id: ChangeId): FormBody {
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
