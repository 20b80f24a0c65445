import type { Item } from '../../api/operations.js';
import { formatTime } from '../../clock/local-time.js';
import { timeColumn } from '../../clock/time-column.js';
import { ListPage } from '../../resource/list-page.js';
import { Name, type NameLink, RowLink } from '../../resource/references.js';
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
  { title: 'Duration', right: true, from: 'lg', cell: ({ durationMs }) => `${durationMs} ms` },
  timeColumn('Time', ({ createdAt }) => createdAt),
];

export function RequestsPage() {
  return (
    <ListPage
      lead="Requests to the API, without the reads of this dashboard."
      actions={<LinkButton to="/keys" label="API keys" />}
      list="listApiRequests"
      columns={columns}
      empty="No API requests yet."
      hint={<LinkButton to="/keys" look="primary" label="Create a key for a program" />}
    />
  );
}

/** The sender of a request: a key, or the dashboard, which has no key. */
export function Caller({ keyId, as: Shown }: { keyId: string; as: typeof Name | typeof NameLink }) {
  return keyId === 'dashboard' ? 'The dashboard' : <Shown kind="key" id={keyId} />;
}

export function HttpStatus({ status }: { status: number }) {
  return <Status value={`${Math.floor(status / 100)}xx`} text={String(status)} />;
}
