import { useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { OperationForm } from '../../resource/operation-form.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { notify } from '../../ui/toast.js';
import { EventTypeChoice } from './event-type-choice.js';

/** Changes an endpoint, but for its retry policy. The choice of event types is that of its owner. */
export function EditEndpoint({ endpoint }: { endpoint: Answer<'getWebhookEndpoint'> }) {
  const [isOpen, setOpen] = useState(false);
  const [eventTypes, setEventTypes] = useState<readonly string[]>();
  const { id, owner, url, description, includeRelated } = endpoint;
  const close = () => {
    setOpen(false);
    setEventTypes(undefined);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit</Button>
      {isOpen && (
        <Dialog title="Edit the endpoint" onClose={close}>
          <OperationForm
            operation="changeWebhookEndpoint"
            path={{ id }}
            initial={{ url, description, includeRelated }}
            hidden={['eventTypes', 'retryPolicy']}
            also={eventTypes ? { eventTypes } : {}}
            submit="Save"
            onCancel={close}
            onDone={() => {
              close();
              notify('The endpoint is changed. Pending retries go to its present URL.');
            }}
          >
            <EventTypeChoice
              scope={owner.type}
              value={eventTypes ?? endpoint.eventTypes}
              onChange={setEventTypes}
            />
          </OperationForm>
        </Dialog>
      )}
    </>
  );
}
