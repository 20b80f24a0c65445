import { type ReactNode, useState } from 'react';
import { callWith } from '../api/call.js';
import type { Answer, OperationId } from '../api/operations.js';
import { ProblemError } from '../api/problem-error.js';
import { requestBody } from '../api/request-body.js';
import { useChange } from '../api/use-operation.js';
import { Button, type Look } from '../ui/button.js';
import { ErrorNote } from '../ui/error-note.js';
import { Properties } from './form/properties.js';

interface OperationFormProps<Id extends OperationId> {
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
  readonly blocked?: boolean | undefined;
  readonly onDone: (answer: Answer<Id>) => void;
  readonly onCancel?: (() => void) | undefined;
}

/** The form of an operation: a field for each property of its request body. The API checks it. */
export function OperationForm<Id extends OperationId>({
  operation,
  path,
  query,
  initial = {},
  hidden,
  also = {},
  submit,
  look = 'primary',
  children,
  blocked,
  onDone,
  onCancel,
}: OperationFormProps<Id>) {
  const [body, setBody] = useState<object>(initial);
  const schema = requestBody(operation);
  const change = useChange(() => {
    const whole = { ...body, ...also };
    const input = { path, query, ...(schema ? { body: whole } : {}) };
    return callWith(operation, input);
  });
  const problems = change.error instanceof ProblemError ? change.error.fields : [];
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(undefined, { onSuccess: onDone });
      }}
    >
      {schema && (
        <Properties
          schema={schema}
          path=""
          value={body}
          onChange={setBody}
          problems={problems}
          hidden={hidden ?? []}
        />
      )}
      {children}
      {change.isError && <ErrorNote error={change.error} />}
      <div className="flex justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" look={look} pending={change.isPending} disabled={blocked ?? false}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
