import { type ReactNode, useState } from 'react';
import { Button, type Look } from './button.js';
import { Dialog } from './dialog.js';

/** A button that opens a dialog. */
export function DialogButton({
  label,
  title = label,
  look,
  refusal,
  children,
}: {
  label: string;
  title?: string;
  look?: Look;
  /** Why it cannot be opened now. */
  refusal?: string | undefined;
  /** What the dialog shows, given what closes it. */
  children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look={look ?? 'plain'} refusal={refusal} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          {children(close)}
        </Dialog>
      )}
    </>
  );
}
