import { useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { OperationForm } from '../../resource/operation-form.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { notify } from '../../ui/toast.js';
import { EventTypeChoice } from './event-type-choice.js';

type Endpoint = Answer<'getWebhookEndpoint'>;

/** Changes an endpoint, but for its retry policy. The choice of event types is that of its owner. */
export function EditEndpoint({ endpoint }: { endpoint: Endpoint }) {
  return (
    <DialogButton label="Edit" title="Edit the endpoint">
      {(close) => <EditForm endpoint={endpoint} onClose={close} />}
    </DialogButton>
  );
}

function EditForm({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const [eventTypes, setEventTypes] = useState<readonly string[]>();
  const { id, owner, url, description, includeRelated } = endpoint;
  return (
    <OperationForm
      operation="changeWebhookEndpoint"
      path={{ id }}
      initial={{ url, description, includeRelated }}
      hidden={['eventTypes', 'retryPolicy']}
      also={eventTypes ? { eventTypes } : {}}
      submit="Save"
      onCancel={onClose}
      onDone={() => {
        onClose();
        notify('The endpoint is changed. Pending retries go to its present URL.');
      }}
    >
      <EventTypeChoice
        scope={owner.type}
        value={eventTypes ?? endpoint.eventTypes}
        onChange={setEventTypes}
      />
    </OperationForm>
  );
}
