import type { ReactNode } from 'react';
import { Button, type Look } from './button.js';
import { ErrorNote } from './error-note.js';

/** A form with its fields, why it was refused, and its buttons. */
export function Form({
  submit,
  look = 'primary',
  change,
  disabled = false,
  onSubmit,
  onCancel,
  children,
}: {
  /** What the button says. */
  submit: string;
  look?: Look | undefined;
  /** The request that the form sends. */
  change: { readonly isPending: boolean; readonly error: Error | null };
  disabled?: boolean | undefined;
  onSubmit: () => void;
  onCancel?: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {change.error && <ErrorNote error={change.error} />}
      <div className="flex justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" look={look} pending={change.isPending} disabled={disabled}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
