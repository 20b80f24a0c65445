import { Link } from '@tanstack/react-router';
import type { Item } from '../../api/operations.js';
import { Time } from '../../clock/time.js';
import { Name } from '../../resource/references.js';
import type { Column } from '../../ui/data-table.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';

export const verificationColumns: readonly Column<Item<'listDocumentVerifications'>>[] = [
  {
    title: 'Document',
    cell: ({ verificationId: id, documentConfigSlug }) => (
      <Link
        to="/verifications/$id"
        params={{ id }}
        className="block max-w-36 truncate font-medium hover:underline sm:max-w-56"
      >
        <Name kind="document" id={documentConfigSlug} />
      </Link>
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
