import { Link } from '@tanstack/react-router';
import { filtersOf } from '../../api/filters.js';
import { useFilters } from '../../resource/filter-bar.js';
import { wordsOf } from '../../words/words-of.js';

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
