import { ListPage } from '../../resource/list-page.js';
import { LinkButton } from '../../ui/link-button.js';
import { eventCells, eventTime } from './event-columns.js';

export function EventsPage() {
  return (
    <ListPage
      lead="Everything that happened, delivered or not."
      actions={<LinkButton to="/trigger" label="Trigger an event" />}
      list="listEvents"
      columns={[...eventCells, eventTime]}
      empty="No events yet."
      hint={
        <>
          A verification sends an event when it ends. Events are kept even when no endpoint
          subscribes to them.
          <p className="flex flex-wrap justify-center gap-2">
            <LinkButton to="/verifications" label="Verify a document" />
            <LinkButton to="/trigger" look="primary" label="Trigger an event" />
          </p>
        </>
      }
    />
  );
}
