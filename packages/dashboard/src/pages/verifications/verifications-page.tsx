import type { Item } from '../../api/operations.js';
import { formatTime } from '../../clock/local-time.js';
import { created } from '../../clock/time-column.js';
import { ListPage } from '../../resource/list-page.js';
import { Name, RowLink } from '../../resource/references.js';
import { Empty } from '../../ui/card.js';
import type { Columns } from '../../ui/data-table.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { VerifyDocument } from './verify-document.js';

export function VerificationsPage() {
  return (
    <ListPage
      title="Verifications"
      lead="Documents that an issuing source is asked about. The end of each one is an event."
      actions={<VerifyDocument />}
      list="listDocumentVerifications"
      columns={verificationColumns}
      empty={
        <Empty title="No document was verified yet.">
          <p>Verify one to see how its events reach your endpoint.</p>
          <VerifyDocument />
        </Empty>
      }
    />
  );
}

export const verificationColumns: Columns<Item<'listDocumentVerifications'>> = [
  {
    title: 'Document',
    cell: ({ verificationId: id, documentConfigSlug, externalId, createdAt }) => (
      <RowLink
        to="/verifications/$id"
        id={id}
        text={<Name kind="document" id={documentConfigSlug} />}
        about={`of ${externalId}, ${formatTime(createdAt)}`}
        className="block max-w-36 truncate sm:max-w-56"
      />
    ),
  },
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  { title: 'State', from: 'sm', cell: ({ state }) => state },
  {
    title: 'External ID',
    from: 'lg',
    cell: ({ externalId }) => <Text mono>{externalId}</Text>,
  },
  created,
];
