import type { Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { Name, RowLink } from '../../resource/references.js';
import type { Column } from '../../ui/data-table.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';

export const verificationColumns: readonly Column<Item<'listDocumentVerifications'>>[] = [
  {
    title: 'Document',
    cell: ({ verificationId: id, documentConfigSlug }) => (
      <RowLink
        to="/verifications/$id"
        id={id}
        text={<Name kind="document" id={documentConfigSlug} />}
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
  { title: 'Created', from: 'md', cell: ({ createdAt }) => <Time value={createdAt} /> },
];
