import type { Answer } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Facts } from '../../ui/facts.js';
import { Text } from '../../ui/text.js';
import { IntegrationLink } from '../integrations/integration-link.js';
import { EventSubject } from './event-subject.js';

/** What an event is, but for its data. */
export function EventFacts({ event }: { event: Answer<'getEvent'> }) {
  const { id, type, created, integrationId, test, preview } = event;
  const named = (
    <span className="flex flex-wrap items-center gap-x-2 sm:-my-1.5">
      <Text mono>{id}</Text>
      <CopyButton text={id} label="Copy ID" />
    </span>
  );
  return (
    <Facts
      rows={[
        ['Event', named],
        ['Type', <Text key="type">{type}</Text>],
        ['Subject', <EventSubject key="subject" event={event} />],
        ['Integration', integrationId && <IntegrationLink id={integrationId} />],
        ['Created', <Time key="created" value={created} />],
        ['Test', test ? 'Yes: it was sent by hand, and its object does not exist.' : 'No'],
        ['Preview', preview ? 'Yes: its type is coming soon, and its payload may change.' : 'No'],
      ]}
    />
  );
}
