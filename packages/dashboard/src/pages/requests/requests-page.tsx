import type { Item } from '../../api/operations.js';
import { formatTime } from '../../clock/local-time.js';
import { timeColumn } from '../../clock/time-column.js';
import { ListPage } from '../../resource/list-page.js';
import { Name, type NameLink, RowLink } from '../../resource/references.js';
import { Empty } from '../../ui/card.js';
import type { Columns } from '../../ui/data-table.js';
import { LinkButton } from '../../ui/link-button.js';
import { Status } from '../../ui/status.js';

const columns: Columns<Item<'listApiRequests'>> = [
  {
    title: 'Request',
    cell: ({ id, method, path, createdAt }) => (
      <RowLink
        to="/requests/$id"
        id={id}
        text={`${method} ${path}`}
        label={`${method} ${path}, ${formatTime(createdAt)}, ${id}`}
        className="block max-w-56 truncate font-mono text-xs sm:max-w-full"
      />
    ),
  },
  { title: 'Status', cell: ({ status }) => <HttpStatus status={status} /> },
  { title: 'Problem', from: 'lg', cell: ({ code }) => code ?? '–' },
  { title: 'By', from: 'sm', cell: ({ keyId }) => <Caller keyId={keyId} as={Name} /> },
  { title: 'Duration', from: 'lg', cell: ({ durationMs }) => `${durationMs} ms` },
  timeColumn('Time', ({ createdAt }) => createdAt),
];

/** The requests to the API, newest first. */
export function RequestsPage() {
  return (
    <ListPage
      title="Request log"
      lead="The requests to the API. The reads of this dashboard are left out."
      actions={<LinkButton to="/keys" label="API keys" />}
      list="listApiRequests"
      columns={columns}
      empty={
        <Empty title="No program has called the API yet.">
          <p>Each of its requests appears here.</p>
          <LinkButton to="/keys" look="primary" label="Create a key for a program" />
        </Empty>
      }
    />
  );
}

/** The sender of a request. The dashboard has no key. */
export function Caller({ keyId, as: Shown }: { keyId: string; as: typeof Name | typeof NameLink }) {
  return keyId === 'dashboard' ? 'The dashboard' : <Shown kind="key" id={keyId} />;
}

/** The status of an answer. Refusals stand out. */
export function HttpStatus({ status }: { status: number }) {
  return <Status value={`${Math.floor(status / 100)}xx`} text={String(status)} />;
}
