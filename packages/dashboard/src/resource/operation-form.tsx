import { type ReactNode, useState } from 'react';
import { changeWith } from '../api/call.js';
import type { Answer, ChangeId } from '../api/operations.js';
import { useChange } from '../api/use-change.js';
import type { Look } from '../ui/button.js';
import { Form } from '../ui/form.js';
import { Properties } from './form/properties.js';
import { useFormBody } from './form-body.js';

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
