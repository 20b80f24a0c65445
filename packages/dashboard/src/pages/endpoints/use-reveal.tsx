import { useState } from 'react';
import { queryClient } from '../../api/query-client.js';
import { operationQuery, useOperation } from '../../api/use-operation.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Dialog } from '../../ui/dialog.js';

/** The signing secrets of an endpoint, and the button that shows and hides them. They are loaded and kept only while shown. */
export function useReveal(id: string) {
  const [isShown, setShown] = useState(false);
  const input = { path: { id } };
  const query = useOperation('revealWebhookEndpointSecret', input, { enabled: isShown });
  const toggle = () => {
    setShown(!isShown);
    if (!isShown) return;
    const { queryKey } = operationQuery('revealWebhookEndpointSecret', input);
    queryClient.removeQueries({ queryKey });
  };
  return {
    button: (
      <Button aria-expanded={isShown} onClick={toggle}>
        {isShown ? 'Hide' : 'Reveal'}
      </Button>
    ),
    secrets: isShown ? query.data : undefined,
    error: isShown ? query.error : null,
  };
}

export function NewSecret({
  title,
  secret,
  onClose,
}: {
  title: string;
  secret: string | undefined;
  onClose: () => void;
}) {
  if (secret === undefined) return null;
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-muted">
        Your app verifies deliveries with this secret. You can reveal it again on the page of the
        endpoint.
      </p>
      <CodeBlock label="Signing secret" text={secret} />
      <div className="flex justify-end">
        <Button look="primary" autoFocus onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
