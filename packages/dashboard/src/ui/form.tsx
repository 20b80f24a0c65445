import type { ReactNode } from 'react';
import { Button, type Look } from './button.js';
import { LeaveButton } from './dialog.js';
import { ErrorNote } from './error-note.js';

/** A form with its fields, why it was refused, and its buttons. */
export function Form({
  submit,
  look = 'primary',
  change,
  refusal,
  onSubmit,
  onCancel,
  cancel = 'Cancel',
  children,
}: {
  /** What the button says. */
  submit: string;
  look?: Look | undefined;
  /** The request that the form sends. */
  change: {
    readonly isPending: boolean;
    readonly error: Error | null;
    /** Something was entered. */
    readonly touch: () => void;
  };
  /** Why it cannot be sent yet. */
  refusal?: string | undefined;
  onSubmit: () => void;
  onCancel?: (() => void) | undefined;
  /** What the button of {@link onCancel} says. */
  cancel?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <form
      className="flex flex-col gap-4"
      onInput={change.touch}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {change.error && <ErrorNote error={change.error} />}
      <div className="flex justify-end gap-2">
        {onCancel && <LeaveButton onClick={onCancel}>{cancel}</LeaveButton>}
        <Button type="submit" look={look} pending={change.isPending} refusal={refusal}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
