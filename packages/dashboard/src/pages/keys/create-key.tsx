import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { Action } from '../../resource/action.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Dialog, LeaveButton } from '../../ui/dialog.js';

/** Creates a key and shows it, which happens once. */
export function CreateKey({ integrationId }: { integrationId?: string }) {
  const [created, setCreated] = useState<Answer<'createApiKey'>>();
  const navigate = useNavigate();
  return (
    <>
      <Action
        operation="createApiKey"
        look="primary"
        {...(integrationId === undefined ? {} : { initial: { integrationId } })}
        onDone={setCreated}
      />
      {created && (
        <NewKeyDialog
          apiKey={created.key}
          open="Open the key"
          onOpen={() => void navigate({ to: '/keys/$id', params: { id: created.id } })}
          onClose={() => setCreated(undefined)}
        />
      )}
    </>
  );
}

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
