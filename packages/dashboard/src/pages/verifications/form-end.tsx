import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-note.js';

/** The end of a form: why it was refused, and its buttons. */
export function FormEnd({
  submit,
  change,
  onClose,
}: {
  submit: string;
  change: { readonly error: unknown; readonly isError: boolean; readonly isPending: boolean };
  onClose: () => void;
}) {
  return (
    <>
      {change.isError && <ErrorNote error={change.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" pending={change.isPending}>
          {submit}
        </Button>
      </div>
    </>
  );
}
