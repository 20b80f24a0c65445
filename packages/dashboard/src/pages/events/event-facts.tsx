import type { Answer } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { CopyableId } from '../../ui/copyable-id.js';
import { Facts } from '../../ui/facts.js';
import { Text } from '../../ui/text.js';
import { IntegrationLink } from '../integrations/integration-link.js';
import { EventSubject } from './event-subject.js';

/** What an event is, but for its data. */
export function EventFacts({ event }: { event: Answer<'getEvent'> }) {
  const { id, type, created, integrationId, test, preview } = event;
  return (
    <Facts
      rows={{
        Event: <CopyableId id={id} label="Copy ID" />,
        Type: <Text>{type}</Text>,
        Subject: <EventSubject event={event} />,
        Integration: integrationId && <IntegrationLink id={integrationId} />,
        Created: <Time value={created} />,
        Test: test ? 'Yes: it was sent by hand, and its object does not exist.' : 'No',
        Preview: preview ? 'Yes: its type is coming soon, and its payload may change.' : 'No',
      }}
    />
  );
}
