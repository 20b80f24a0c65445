import type { LinkProps } from '@tanstack/react-router';
import { filtersOf } from '../api/filters.js';
import type { ListId } from '../api/operations.js';
import { ChoiceLink } from '../ui/link-button.js';
import { wordsOf } from '../words/words-of.js';
import { useFilters } from './filter-bar.js';

const base = 'inline-flex min-h-7 items-center gap-1.5 rounded-md px-2.5 py-0.5 hover:bg-raised';
const chosen = 'bg-accent-soft font-medium text-accent';

/** A tab for each status of a list, and one for all. They keep the other filters. */
export function StatusTabs({
  list,
  counts = {},
  most = Number.POSITIVE_INFINITY,
  ...to
}: Pick<LinkProps, 'to' | 'params'> & {
  list: ListId;
  /** The number of rows with each status, and of all rows as `''`. */
  counts?: Readonly<Record<string, number>> | undefined;
  /** The count at which counting ends. */
  most?: number;
}) {
  const { status = '', ...others } = useFilters();
  const statuses = filtersOf(list)['status']?.enum ?? [];
  return (
    <nav aria-label="Status" className="flex flex-wrap gap-1">
      {['', ...statuses.map(String)].map((each) => {
        const { [each]: count = 0 } = counts;
        return (
          <ChoiceLink
            {...to}
            key={each}
            search={each === '' ? others : { ...others, status: each }}
            isChosen={each === status}
            className={`${base} ${each === status ? chosen : 'text-muted'}`}
          >
            {each === '' ? 'All' : wordsOf(each)}
            {count > 0 && (
              <span className="text-xs tabular-nums">
                {' '}
                {count < most ? count : `${most.toLocaleString('en-US')}+`}
              </span>
            )}
          </ChoiceLink>
        );
      })}
    </nav>
  );
}
