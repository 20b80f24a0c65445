import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { Action } from '../../resource/action.js';
import { NewKeyDialog } from './new-key-dialog.js';

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
