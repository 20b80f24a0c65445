import type { Item } from '../../api/operations.js';
import { formatTime } from '../../clock/local-time.js';
import { created } from '../../clock/time-column.js';
import { ListPage } from '../../resource/list-page.js';
import { RowLink, useName } from '../../resource/references.js';
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

type Verification = Item<'listDocumentVerifications'>;

function VerificationLink({
  verificationId,
  documentConfigSlug,
  externalId,
  createdAt,
}: Verification) {
  const name = useName('document', documentConfigSlug);
  return (
    <RowLink
      to="/verifications/$id"
      id={verificationId}
      text={name}
      label={`${name} of ${externalId}, ${formatTime(createdAt)}`}
      className="block max-w-36 truncate sm:max-w-56"
    />
  );
}

export const verificationColumns: Columns<Verification> = [
  { title: 'Document', cell: (verification) => <VerificationLink {...verification} /> },
  { title: 'Status', cell: ({ status }) => <Status value={status} /> },
  { title: 'State', from: 'sm', cell: ({ state }) => state },
  {
    title: 'External ID',
    from: 'lg',
    cell: ({ externalId }) => <Text mono>{externalId}</Text>,
  },
  created,
];
