import { useState } from 'react';
import { queryClient } from '../../api/query-client.js';
import { operationQuery, useOperation } from '../../api/use-operation.js';
import { Button } from '../../ui/button.js';

/** The signing secrets of an endpoint, and the button that shows and hides them. They are read and kept only while they show. */
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
