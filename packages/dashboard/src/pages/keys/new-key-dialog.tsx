import type { ReactNode } from 'react';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Dialog, LeaveButton } from '../../ui/dialog.js';

/** Shows a key that has just been made, which happens once. */
export function NewKeyDialog({
  apiKey,
  open,
  onOpen,
  onClose,
  children,
}: {
  apiKey: string;
  /** What the button to the page of the new object says. */
  open: string;
  onOpen: () => void;
  onClose: () => void;
  /** What else is to be known. */
  children?: ReactNode;
}) {
  return (
    <Dialog title="Copy the key now" onClose={onClose} showsOnce>
      <p>The service stores no copy. This is the only time that the key is shown.</p>
      <CodeBlock label="The new key" text={apiKey} />
      {children}
      <div className="flex justify-end gap-2">
        <LeaveButton onClick={onOpen}>{open}</LeaveButton>
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  );
}
