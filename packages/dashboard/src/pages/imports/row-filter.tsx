import { Link } from '@tanstack/react-router';
import { type Answer, operationRow } from '../../api/operations.js';
import { useFilters } from '../../resource/filter-bar.js';
import { wordsOf } from '../../resource/words-of.js';

type Counts = Answer<'getBulkImport'>['counts'];

const link = 'rounded-md border border-line px-3 py-1 hover:bg-raised';
const active = 'border-accent bg-accent-soft font-medium text-accent';

/** How many rows have each status. Each count shows its rows. */
export function RowFilter({ id, counts }: { id: string; counts: Counts }) {
  const { status } = useFilters();
  const statuses = operationRow('listBulkImportRows').filters?.['status']?.enum ?? [];
  const byName: Readonly<Record<string, number>> = counts;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const one = (value: string | undefined, count: number) => (
    <li key={value ?? ''}>
      <Link
        to="/imports/$id"
        params={{ id }}
        search={value === undefined ? {} : { status: value }}
        replace
        activeOptions={{ exact: true }}
        aria-current={status === value ? 'true' : undefined}
        className={`block ${link} ${status === value ? active : ''}`}
      >
        {wordsOf(value ?? 'all')} <span className="tabular-nums">{count}</span>
      </Link>
    </li>
  );
  return (
    <nav aria-label="Rows by status">
      <ul className="flex flex-wrap gap-2">
        {one(undefined, all)}
        {statuses.map((each) => one(String(each), byName[String(each)] ?? 0))}
      </ul>
    </nav>
  );
}
