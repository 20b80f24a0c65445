import type { ReactNode } from 'react';
import { Button } from './button.js';
import { ErrorNote } from './error-note.js';

/** A form with its fields, why it was refused, and its buttons. */
export function Form({
  submit,
  pending,
  error,
  disabled = false,
  onSubmit,
  onCancel,
  children,
}: {
  /** What the button says. */
  submit: string;
  pending: boolean;
  error: Error | null;
  disabled?: boolean;
  onSubmit: () => void;
  onCancel?: () => void;
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
      {error && <ErrorNote error={error} />}
      <div className="flex justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" look="primary" pending={pending} disabled={disabled}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
