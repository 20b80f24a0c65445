import { Link } from '@tanstack/react-router';
import { ListPage } from '../../resource/list-page.js';
import { buttonClass } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { eventColumns } from './event-columns.js';

/** Every event, newest first, whether an endpoint took it or not. */
export function EventsPage() {
  return (
    <ListPage
      title="Events"
      lead="What has happened, whether it was delivered to an endpoint or not."
      actions={
        <Link to="/trigger" className={buttonClass()}>
          Trigger an event
        </Link>
      }
      list="listEvents"
      columns={eventColumns}
      empty={
        <Empty title="There is no event yet.">
          <p>The end of a verification is an event. It is kept also when no endpoint takes it.</p>
          <p className="flex flex-wrap justify-center gap-2">
            <Link to="/verifications" className={buttonClass()}>
              Verify a document
            </Link>
            <Link to="/trigger" className={buttonClass('primary')}>
              Trigger an event
            </Link>
          </p>
        </Empty>
      }
    />
  );
}
