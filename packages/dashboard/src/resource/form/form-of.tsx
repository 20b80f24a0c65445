import { type ReactNode, useState } from 'react';
import type { LooseInput } from '../../api/call.js';
import type { Answer, ChangeId } from '../../api/operations.js';
import type { useChange } from '../../api/use-change.js';
import { Button, type Look } from '../../ui/button.js';
import { LeaveButton } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Input } from '../../ui/input.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';
import { Fields } from './field.js';
import { FormAround, type FormShared, useOperationForm } from './use-form.js';

export interface FormOfProps<Result> {
  /** What the button says. */
  readonly submit: string;
  readonly look?: Look | undefined;
  /** Why it cannot be sent yet. */
  readonly refusal?: string | undefined;
  /** Text to type first, for what cannot be undone. */
  readonly confirm?: string | undefined;
  readonly onCancel?: (() => void) | undefined;
  /** What the button of {@link onCancel} says. */
  readonly cancel?: string;
  /** With it, the dialog around is closed when it is done, as {@link onCancel} does, and this is said unless it is empty. */
  readonly done?: string;
  readonly onDone?: (answer: Result) => void;
  readonly children?: ReactNode;
}

/** A form with its fields, which find what they hold by their paths, why it was refused, and its buttons. */
export function FormOf<Result>({
  form,
  submit,
  look = 'primary',
  refusal,
  confirm,
  onCancel,
  cancel = 'Cancel',
  done,
  onDone,
  children,
}: FormOfProps<Result> & {
  form: FormShared & {
    readonly change: Pick<
      ReturnType<typeof useChange<unknown, Result>>,
      'error' | 'isPending' | 'mutate' | 'touch'
    >;
  };
}) {
  const { change } = form;
  const [typed, setTyped] = useState('');
  // A name without anything to type is confirmed by what is done to it.
  const asked = confirm === undefined ? undefined : typeable(confirm) || submit;
  const isConfirmed = asked === undefined || typeable(typed) === asked;
  const onSuccess = (answer: Result) => {
    if (done !== undefined) {
      onCancel?.();
      if (done !== '') notify(done);
    }
    onDone?.(answer);
  };
  return (
    <FormAround value={form}>
      <form
        className="flex flex-col gap-4"
        onInput={change.touch}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(undefined, { onSuccess });
        }}
      >
        {children}
        {asked !== undefined && (
          <Input
            label={
              <>
                This cannot be undone. Type <Text>{asked}</Text> to confirm.
              </>
            }
            value={typed}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        {change.error && <ErrorNote error={change.error} />}
        <div className="sticky bottom-0 -my-2 flex justify-end gap-2 bg-panel py-2">
          {onCancel && <LeaveButton onClick={onCancel}>{cancel}</LeaveButton>}
          <Button
            type="submit"
            look={look}
            pending={change.isPending}
            refusal={isConfirmed ? refusal : `Type ${asked} to confirm.`}
          >
            {submit}
          </Button>
        </div>
      </form>
    </FormAround>
  );
}

/** The form of an operation: a field for each property of its request body. The API checks it. */
export function OperationForm<Id extends ChangeId>({
  operation,
  path,
  query,
  initial,
  hidden,
  children,
  ...rest
}: FormOfProps<Answer<Id>> & {
  operation: Id;
  /** The values at the start. Those of hidden fields are sent as they are. */
  initial?: object | undefined;
  /** Properties of the body without a field. */
  hidden?: readonly string[] | undefined;
} & Pick<LooseInput, 'path' | 'query'>) {
  // What becomes of the object while the form is open is not entered into it.
  const [first] = useState(initial);
  const form = useOperationForm(operation, { path, query, initial: first });
  return (
    <FormOf form={form} {...rest}>
      <Fields hidden={hidden} />
      {children}
    </FormOf>
  );
}

const MOST = 60;

/** A text as somebody can type it from what they see: without line ends and what has no shape, and no longer than a line. */
export function typeable(text: string): string {
  const seen = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return Array.from(seen).slice(0, MOST).join('').trim();
}
