import type { Item } from '../../api/operations.js';
import { formatTime } from '../../clock/local-time.js';
import { created } from '../../clock/time-column.js';
import { ListPage } from '../../resource/list-page.js';
import { column } from '../../resource/property.js';
import { RowLink, useName } from '../../resource/references.js';
import type { Columns } from '../../ui/data-table.js';
import { VerifyDocument } from './verify-document.js';

export function VerificationsPage() {
  return (
    <ListPage
      lead="Each verification checks a document with its issuing source, and sends an event when it ends."
      create={<VerifyDocument />}
      list="listDocumentVerifications"
      columns={verificationColumns}
      empty="No verifications yet."
      hint="Verify one to see how its events reach your endpoint."
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
  column('status'),
  column('state', 'sm'),
  column('externalId', 'lg'),
  created,
];
