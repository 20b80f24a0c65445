import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { ListPage } from '../../resource/list-page.js';
import { RowLink } from '../../resource/references.js';
import type { Column } from '../../ui/data-table.js';
import { Empty } from '../../ui/empty.js';
import { Status } from '../../ui/status.js';
import { UploadRoster } from './upload-roster.js';

const columns: readonly Column<Item<'listBulkImports'>>[] = [
  {
    title: 'File',
    cell: ({ id, fileName }) => <RowLink to="/imports/$id" id={id} text={fileName} />,
  },
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  { title: 'Rows', from: 'sm', cell: ({ rowCount }) => rowCount },
  { title: 'Valid', from: 'sm', cell: ({ counts }) => counts.valid },
  { title: 'Pending', from: 'sm', cell: ({ counts }) => counts.pending },
  { title: 'Missing', from: 'sm', cell: ({ counts }) => counts.missing },
  { title: 'File issues', from: 'lg', cell: ({ fileIssues }) => fileIssues.length },
  { title: 'Created', from: 'md', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

/** The rosters that were uploaded. */
export function ImportsPage() {
  return (
    <ListPage
      title="Imports"
      lead="A roster is validated against the roles. Nothing is created before you commit it."
      actions={<UploadRoster />}
      list="listBulkImports"
      columns={columns}
      empty={
        <Empty title="No roster was uploaded yet.">
          <p>
            Get the template of a{' '}
            <Link to="/roles" className="text-accent underline">
              role
            </Link>
            , fill it in, and upload it.
          </p>
          <UploadRoster />
        </Empty>
      }
    />
  );
}
