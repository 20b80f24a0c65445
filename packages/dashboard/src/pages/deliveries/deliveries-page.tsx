import { Link } from '@tanstack/react-router';
import { filtersOf } from '../../api/filters.js';
import { useFilters } from '../../resource/filter-bar.js';
import { List } from '../../resource/list-page.js';
import { Empty } from '../../ui/empty.js';
import { LinkButton } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { wordsOf } from '../../words/words-of.js';
import { deliveryColumns } from './delivery-columns.js';
import { replaySelection } from './replay-selected.js';

// The links above the list set the status.
const hidden = ['status'];

/** Every delivery, newest first. */
export function DeliveriesPage() {
  return (
    <Page
      title="Deliveries"
      lead="What was sent to each endpoint, and how it ended."
      actions={<LinkButton to="/trigger" label="Trigger an event" />}
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
              <LinkButton to="/endpoints" label="Add an endpoint" />
              <LinkButton to="/trigger" look="primary" label="Trigger an event" />
            </p>
          </Empty>
        }
      />
    </Page>
  );
}

const statuses = filtersOf('listWebhookDeliveries')['status']?.enum ?? [];

const base = 'inline-flex min-h-7 items-center rounded-md px-2.5 py-0.5 hover:bg-raised';
const chosen = 'bg-accent-soft font-medium text-accent';

/** The statuses of deliveries as links. They keep the other filters. */
export function StatusLinks() {
  const { status = '', ...others } = useFilters();
  const links = ['', ...statuses.map(String)];
  return (
    <nav aria-label="Status" className="-mb-1 flex flex-wrap gap-1">
      {links.map((each) => (
        <Link
          key={each}
          to="/deliveries"
          search={each === '' ? others : { ...others, status: each }}
          replace
          aria-current={each === status ? 'true' : undefined}
          className={`${base} ${each === status ? chosen : 'text-muted'}`}
        >
          {each === '' ? 'All' : wordsOf(each)}
        </Link>
      ))}
    </nav>
  );
}
