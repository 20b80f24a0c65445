import { useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { OperationForm } from '../../resource/operation-form.js';
import { Card } from '../../ui/card.js';
import { CopyButton } from '../../ui/copy-button.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { Facts } from '../../ui/facts.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';
import { OwnerName } from './endpoint-status.js';
import { EventTypeChoice } from './event-type-choice.js';

export function EndpointFacts({ endpoint }: { endpoint: Answer<'getWebhookEndpoint'> }) {
  const { url, urlHistory, owner, eventTypes, description, includeRelated } = endpoint;
  return (
    <Card title="Details" actions={<EditEndpoint endpoint={endpoint} />}>
      <Facts
        rows={{
          URL: (
            <>
              <Text mono>{url}</Text> <CopyButton text={url} label="Copy URL" />
            </>
          ),
          Owner: <OwnerName owner={owner} />,
          'Event types':
            eventTypes.length === 0 ? (
              'None'
            ) : (
              <ul>
                {eventTypes.map((type) => (
                  <li key={type}>{type}</li>
                ))}
              </ul>
            ),
          Description: description && <Text>{description}</Text>,
          'Related objects': includeRelated ? 'Sent with each event' : 'Not sent',
          Created: <Time value={endpoint.createdAt} />,
          Changed: <Time value={endpoint.updatedAt} />,
          'Former URLs':
            urlHistory.length === 0 ? null : (
              <ul className="flex flex-col gap-1">
                {urlHistory.toReversed().map((former) => (
                  <li key={former.until}>
                    <Text mono>{former.url}</Text>{' '}
                    <span className="text-muted">
                      until <Time value={former.until} />
                    </span>
                  </li>
                ))}
              </ul>
            ),
        }}
      />
    </Card>
  );
}

type Endpoint = Answer<'getWebhookEndpoint'>;

/** Changes an endpoint, but for its retry policy. The choice of event types is that of its owner. */
function EditEndpoint({ endpoint }: { endpoint: Endpoint }) {
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
