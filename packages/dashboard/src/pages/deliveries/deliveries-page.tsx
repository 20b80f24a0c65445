import { Link } from '@tanstack/react-router';
import { List } from '../../resource/list-page.js';
import { buttonClass } from '../../ui/button.js';
import { Empty } from '../../ui/empty.js';
import { Page } from '../../ui/page.js';
import { deliveryColumns } from './delivery-columns.js';
import { replaySelection } from './replay-selected.js';
import { StatusLinks } from './status-links.js';

// The links above the list set the status.
const hidden = ['status'];

/** Every delivery, newest first. */
export function DeliveriesPage() {
  return (
    <Page
      title="Deliveries"
      lead="What was sent to each endpoint, and how it ended."
      actions={
        <Link to="/trigger" className={buttonClass()}>
          Trigger an event
        </Link>
      }
    >
      <StatusLinks />
      <List
        list="listWebhookDeliveries"
        label="Deliveries"
        columns={deliveryColumns}
        hidden={hidden}
        selection={replaySelection}
        empty={
          <Empty title="Nothing was delivered yet.">
            <p>An event is delivered to every endpoint that subscribes to its type.</p>
            <p className="flex flex-wrap justify-center gap-2">
              <Link to="/endpoints" className={buttonClass()}>
                Add an endpoint
              </Link>
              <Link to="/trigger" className={buttonClass('primary')}>
                Trigger an event
              </Link>
            </p>
          </Empty>
        }
      />
    </Page>
  );
}
